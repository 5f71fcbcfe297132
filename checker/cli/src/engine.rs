//! The door to the driver.
pub struct CheckError {
    pub message: String,
    pub help: Option<String>,
    pub place: Option<refine_driver::Place>,
}
#[derive(Clone, Default)]
pub struct Cancel;
impl Cancel {
    pub fn cancel(&self) {}
}
pub fn check(
    _: &refine_driver::Options,
    _: &Cancel,
    _: &mut dyn FnMut(refine_driver::Event),
) -> Result<refine_driver::Report, CheckError> {
    Err(CheckError { message: "the driver is not part of this build yet".into(), help: None, place: None })
}
