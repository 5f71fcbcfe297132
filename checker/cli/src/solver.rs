//! The solver that is really loaded: the linker and the loader have the last word on it, not the build's settings.

/// The oldest Z3 whose answers refine is tested with.
const OLDEST: [u32; 3] = [4, 13, 3];

/// Its version.
pub fn version() -> String {
    refine_core::smt::z3_version()
}

/// What to tell the user if it is too old.
pub fn complaint() -> Option<String> {
    let version = version();
    too_old(&version).then(|| {
        let oldest = OLDEST.map(|part| part.to_string()).join(".");
        format!(
            "warning: the Z3 that is loaded has version {version}, and refine needs {oldest} or later; verdicts may be \
             weaker than they should be. Run scripts/setup-z3 and build refine again"
        )
    })
}

fn too_old(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    let parts = [(); 3].map(|()| parts.next().unwrap_or(0));
    parts < OLDEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(too_old("4.8.12.0") && too_old("4.13.2") && too_old("4.9"));
        assert!(!too_old("4.13.3") && !too_old("5.4.0.0") && !too_old("4.100.0"));
    }

    #[test]
    fn the_solver_that_is_loaded_is_new_enough() {
        let help = "an old system libz3 was linked although scripts/setup-z3 chose the wheel: `Z3_NO_PKG_CONFIG = \"1\"` \
                    is missing under [env] in .cargo/config.toml";
        assert_eq!(complaint(), None, "{help}");
    }
}
