use super::lowered;

#[test]
fn sample() {
    let file = std::env::var("SAMPLE").unwrap();
    let text = lowered(&std::fs::read_to_string(file).unwrap());
    std::fs::write("/tmp/sample.out", text).unwrap();
}
