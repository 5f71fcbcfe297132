//! Why a check did not come about.
use crate::config::ConfigError;
use crate::report::SourceLocation;
use refine_core::program::Diagnostic;

/// The input, the configuration or cargo is at fault: exit code 2.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct CheckError {
    /// Short, stable, for `refine explain`: `E0300`.
    pub code: Option<&'static str>,
    /// One sentence.
    pub message: String,
    /// A way out.
    pub help: Option<String>,
    /// Where, if there is a place.
    pub place: Option<SourceLocation>,
}

impl CheckError {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        CheckError { code: Some(code), message: message.into(), help: None, place: None }
    }

    /// As a message of a run that goes on.
    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let (message, help) = (self.message.clone(), self.help.clone());
        Diagnostic { error: true, code: self.code.unwrap_or_default(), message, span: None, help }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<ConfigError> for CheckError {
    fn from(error: ConfigError) -> Self {
        CheckError { code: Some("E0302"), message: error.message, help: error.help, place: error.place }
    }
}
