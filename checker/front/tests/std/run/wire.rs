// Values as text: what the test and the program that calls the real library write. Both are compiled from this file.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum V {
    Int(String),
    Char(char),
    Bool(bool),
    Text(String),
    Seq(Vec<V>),
    Tuple(Vec<V>),
    /// The variant, and the fields.
    Adt(usize, Vec<V>),
}

impl V {
    /// The text.
    pub fn text(&self) -> String {
        let list = |all: &[V]| all.iter().map(V::text).collect::<Vec<_>>().join(",");
        match self {
            V::Int(n) => n.clone(),
            V::Char(c) => format!("c{}", u32::from(*c)),
            V::Bool(b) => if *b { "t" } else { "f" }.to_owned(),
            V::Text(text) => format!("s{}", text.chars().map(|c| format!("{}.", u32::from(c))).collect::<String>()),
            V::Seq(all) => format!("[{}]", list(all)),
            V::Tuple(all) => format!("({})", list(all)),
            V::Adt(variant, all) => format!("#{variant}({})", list(all)),
        }
    }
}
