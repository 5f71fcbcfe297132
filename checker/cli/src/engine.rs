//! The door to the driver.
pub use refine_driver::{Cancel, CheckError, check};
