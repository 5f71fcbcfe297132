//! For a person: `REFINE_STD=specs/std SAMPLE=file.rs cargo test -p refine-front --lib sample -- --ignored` writes the MIR of a file
//! beside it.
use super::lowered;

#[test]
#[ignore = "needs a file to look at"]
fn sample() {
    let file = std::env::var("SAMPLE").expect("SAMPLE names a file");
    let text = lowered(&std::fs::read_to_string(&file).expect("it can be read"), true);
    std::fs::write(format!("{file}.mir"), text).expect("it can be written");
}
