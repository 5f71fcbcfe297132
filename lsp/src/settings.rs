//! What the editor can do and what its user asked for, from the `initialize` request.
use refine_driver::Config;
use serde::Deserialize;
use serde_json::Value;

use crate::text::Encoding;

/// The agreement of one session.
#[derive(Debug)]
pub(crate) struct Settings {
    /// How positions are counted.
    pub(crate) encoding: Encoding,
    /// Whether code lenses can be announced as changed.
    pub(crate) lens_refresh: bool,
    /// Whether progress can be shown.
    pub(crate) progress: bool,
    /// Whether a diagnostic may point to further places.
    pub(crate) related: bool,
    /// Whether a hover may be Markdown.
    pub(crate) markdown: bool,
    /// `initializationOptions`, with the keys of `refine.toml`: lies over the project's own configuration.
    pub(crate) user: Config,
}

impl Settings {
    /// Reads the parameters of `initialize`. The second part says what is wrong with the user's options, if anything is.
    ///
    /// Only the few fields of interest are looked at, so that a client that is wrong elsewhere is served all the same.
    pub(crate) fn new(initialize: &Value) -> (Settings, Option<String>) {
        let can = |path: &str| initialize.pointer(&format!("/capabilities/{path}"));
        let flag = |path: &str| can(path).and_then(Value::as_bool).unwrap_or(false);
        let names = |path: &str| can(path).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let (user, complaint) = match initialize.get("initializationOptions") {
            None | Some(Value::Null) => (Config::default(), None),
            Some(options) => match Config::deserialize(options) {
                Ok(user) => (user, None),
                Err(error) => {
                    (Config::default(), Some(format!("refine: the options from the editor are ignored: {error}")))
                }
            },
        };
        let settings = Settings {
            encoding: names("general/positionEncodings").find_map(Encoding::from_name).unwrap_or(Encoding::Utf16),
            lens_refresh: flag("workspace/codeLens/refreshSupport"),
            progress: flag("window/workDoneProgress"),
            related: flag("textDocument/publishDiagnostics/relatedInformation"),
            markdown: names("textDocument/hover/contentFormat").any(|format| format == "markdown"),
            user,
        };
        (settings, complaint)
    }
}

#[cfg(test)]
mod tests {
    use refine_driver::Scope;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_known_encoding_of_the_client_is_taken_and_utf_16_without_any() {
        let encoding = |offer: Value| {
            Settings::new(&json!({ "capabilities": { "general": { "positionEncodings": offer } } })).0.encoding
        };
        assert_eq!(encoding(json!(["utf-32", "utf-8"])), Encoding::Utf32);
        assert_eq!(encoding(json!(["utf-7", "utf-8"])), Encoding::Utf8);
        assert_eq!(encoding(json!([])), Encoding::Utf16);
        assert_eq!(encoding(Value::Null), Encoding::Utf16);
    }

    #[test]
    fn options_of_the_user_are_taken_and_wrong_ones_named() {
        let options = json!({ "scope": "all", "allow-effects": true });
        let (settings, complaint) = Settings::new(&json!({ "initializationOptions": options }));
        assert_eq!(complaint, None);
        assert_eq!((settings.user.scope, settings.user.allow_effects), (Some(Scope::All), Some(true)));
        let (settings, complaint) = Settings::new(&json!({ "initializationOptions": { "scoop": "all" } }));
        assert!(complaint.unwrap().contains("scoop"));
        assert_eq!(settings.user, Config::default());
    }
}
