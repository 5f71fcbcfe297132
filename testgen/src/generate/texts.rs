//! Texts by chance: words and numbers of the program, with the signs of the program between them.
use num_bigint::BigInt;
use refine_core::ty::{IntTy, Ty};

use super::literals::Literals;
use super::random::{LONG, Random};
use super::space::{Space, text};

/// The types whose ends are written into texts.
const ENDS: [IntTy; 8] = [IntTy::I8, IntTy::U8, IntTy::I16, IntTy::U16, IntTy::I32, IntTy::U32, IntTy::I64, IntTy::U64];

/// Texts that are written in front of them, at most.
const SIGNS: usize = 4;

/// How many records a text has, and how many fields one of these: one of each.
const RECORDS: [usize; 6] = [1, 1, 1, 2, 2, 3];
const FIELDS: [usize; 6] = [1, 2, 2, 3, 3, 4];
/// How many digits numbers have that are all written with equally many: one of these.
const DIGITS: [usize; 4] = [2, 2, 3, 4];

impl Random {
    /// A text, for the most part of words and numbers of the program.
    pub(super) fn text(&mut self, space: &mut Space<'_>, parts: u32) -> Option<String> {
        let made = if std::mem::take(&mut self.in_path) {
            self.path()
        } else if !self.said.is_empty() && self.chance.below(4) == 0 {
            self.again()
        } else if !self.literals.texts.is_empty() && self.chance.below(2) == 0 {
            self.told()
        } else if self.has_numbers() && self.chance.below(8) == 0 {
            // Texts are parsed.
            self.spelled()
        } else {
            let length = self.chance.below(parts.min(LONG) as usize * 2 + 2);
            text((0..length).map(|_| self.value(space, &Ty::Char, 0)).collect::<Option<_>>()?)
        };
        self.said.push(made.clone());
        Some(made)
    }

    /// An earlier text of the vector, or one that has it in it or is in it: `^1.2` beside `1.2`.
    fn again(&mut self) -> String {
        let earlier = self.said[self.chance.below(self.said.len())].clone();
        match self.chance.below(4) {
            0 => earlier.chars().skip(1 + self.chance.below(2)).collect(),
            at @ (1 | 2) if !self.literals.texts.is_empty() => {
                let word = self.at_text();
                let word = &self.literals.texts[word];
                if at == 1 { format!("{word}{earlier}") } else { format!("{earlier}{word}") }
            }
            _ => earlier,
        }
    }

    /// The function's own texts and those of what it calls.
    pub(super) fn own_texts(&self) -> &[String] {
        &self.literals.texts[..self.literals.own]
    }

    /// Its numbers as they are parsed, then the ends of types, alone and behind the shortest of its texts: `+2147483647`.
    pub(super) fn parsed(&self) -> impl Iterator<Item = String> + '_ {
        let Literals { numbers, floats, .. } = &*self.literals;
        let numbers = numbers.iter().map(BigInt::to_string).chain(floats.iter().map(f64::to_string));
        let ends = || ENDS.iter().flat_map(|int| [IntTy::max(*int).to_string(), IntTy::min(*int).to_string()]);
        let signs = self.own_texts().iter().filter(|text| text.chars().count() <= 2).take(SIGNS);
        numbers.chain(ends()).chain(signs.flat_map(move |sign| ends().map(move |end| format!("{sign}{end}"))))
    }

    /// A number of the program, or an end of a type, as a text that is parsed has it.
    pub(super) fn spelled(&mut self) -> String {
        if !self.has_numbers() || self.chance.below(4) == 0 {
            let int = ENDS[self.chance.below(ENDS.len())];
            let end = if self.chance.below(4) == 0 { int.min() } else { int.max() };
            if self.literals.numbers.is_empty() || self.chance.below(4) > 0 {
                return end.to_string();
            }
            // (What is multiplied by a number of the program overflows from about here on.)
            let number = self.number();
            let quotient = end.checked_div(&number).unwrap_or_default();
            return (quotient + self.chance.below(2)).to_string();
        }
        let floats = &self.literals.floats;
        if self.literals.numbers.is_empty() || !floats.is_empty() && self.chance.below(2) == 0 {
            return floats[self.chance.below(floats.len())].to_string();
        }
        let number = self.number();
        match self.chance.below(8) {
            0 => (-number).to_string(),
            1 => format!("{number:02x}"),
            _ => number.to_string(),
        }
    }

    /// A text or number of the program, or an end of a type.
    pub(super) fn word(&mut self) -> String {
        if !self.literals.texts.is_empty() && self.chance.below(3) > 0 {
            let at = self.at_text();
            return self.literals.texts[at].clone();
        }
        self.spelled()
    }

    /// A text of the program: one of the function's own as often as any.
    fn at_text(&mut self) -> usize {
        let own = self.literals.own;
        let among = if own > 0 && self.chance.below(2) == 0 { own } else { self.literals.texts.len() };
        self.chance.below(among)
    }

    /// A character of a text of the program.
    pub(super) fn told_char(&mut self) -> char {
        let at = self.at_text();
        let count = self.literals.texts[at].chars().count();
        let at_char = self.chance.below(count);
        self.literals.texts[at].chars().nth(at_char).unwrap_or('a')
    }

    /// Whether a sequence of such elements is to be text of the program.
    pub(super) fn tells(&mut self, element: &Ty) -> bool {
        let able = matches!(element, Ty::Char) || matches!(element, Ty::Int(int) if int.name() == "u8");
        able && !self.literals.texts.is_empty() && self.chance.below(3) == 0
    }

    /// A text of the program, or several with something between them: chance, or the same sign between each two.
    pub(super) fn told(&mut self) -> String {
        if self.chance.below(3) == 0 {
            return self.record();
        }
        let count = [1, 1, 2, 3, 4, 5, 8][self.chance.below(7)];
        let sign = (count > 1 && self.chance.below(2) == 0).then(|| self.sign());
        let of_numbers = sign.is_some() && !self.literals.numbers.is_empty() && self.chance.below(2) == 0;
        let mut out = String::new();
        for at in 0..count {
            if let Some(sign) = sign.filter(|_| at > 0) {
                out.push(sign);
            }
            if of_numbers {
                out.push_str(&self.counted());
                continue;
            }
            match self.chance.below(4) {
                0 if sign.is_some() => out.push_str(&self.spelled()),
                0 if count > 1 => out.push(char::from(b'a' + self.chance.below(3) as u8)),
                1 if count > 1 => out.push(char::from(b'0' + self.chance.below(10) as u8)),
                2 if sign.is_none() && self.chance.below(2) == 0 => out.push_str(&self.spelled()),
                _ => {
                    let at = self.at_text();
                    out.push_str(&self.literals.texts[at]);
                }
            }
        }
        out
    }

    /// Fields with a sign of the program between them, most often numbers that are written alike, and several such records with another
    /// sign between these: `09:30-17:00`, `1.2.3`, `key=1;other=2`.
    fn record(&mut self) -> String {
        let (between, inside) = (self.sign(), self.sign());
        let digits = if self.chance.below(2) == 0 { DIGITS[self.chance.below(DIGITS.len())] } else { 0 };
        let (records, mut fields) =
            (RECORDS[self.chance.below(RECORDS.len())], FIELDS[self.chance.below(FIELDS.len())]);
        let alike = self.chance.below(2) == 0;
        let mut out = String::new();
        if self.chance.below(4) == 0 {
            let lead = self.at_text();
            out.push_str(&self.literals.texts[lead]);
        }
        for record in 0..records {
            if record > 0 {
                out.push(between);
                fields = if alike { fields } else { FIELDS[self.chance.below(FIELDS.len())] };
            }
            for field in 0..fields {
                out.extend((field > 0).then_some(inside));
                match self.chance.below(8) {
                    0 => out.push_str(&self.word()),
                    1 => out.push_str(&self.spelled()),
                    2 => out.push_str(&format!("{}{:0>digits$}", self.word(), self.counted())),
                    _ => out.push_str(&format!("{:0>digits$}", self.counted())),
                }
            }
        }
        out
    }

    /// A number of what has several in it, as dates, times and versions do: one of the program, the one before it, or a digit.
    fn counted(&mut self) -> String {
        match self.chance.below(5) {
            _ if self.literals.numbers.is_empty() => self.chance.below(10).to_string(),
            0 => self.chance.below(10).to_string(),
            1 | 2 => (self.number() - 1u8).to_string(),
            _ => self.number().to_string(),
        }
    }

    /// What may part words: a sign of the program, or a space.
    fn sign(&mut self) -> char {
        let single = |text: &String| {
            let mut all = text.chars();
            all.next().filter(|c| all.as_str().is_empty() && !c.is_alphanumeric())
        };
        // (Those of the rest of the module most likely mean nothing here.)
        let own: Vec<char> = self.own_texts().iter().filter_map(single).collect();
        let all = || self.literals.texts.iter().filter_map(single).collect();
        let signs: Vec<char> = if own.is_empty() { all() } else { own };
        if signs.is_empty() || self.chance.below(8) == 0 { ' ' } else { signs[self.chance.below(signs.len())] }
    }

    /// A path as people have them: some folders, dots and extensions.
    fn path(&mut self) -> String {
        const NAMES: [&str; 9] = ["a", "b", "a.txt", "b.rs", ".a", "a.tar.gz", "..", ".", "é"];
        let mut out = if self.chance.below(3) == 0 { "/".to_owned() } else { String::new() };
        for at in 0..1 + self.chance.below(4) {
            if at > 0 {
                out.push('/');
            }
            match self.chance.below(4) {
                0 if !self.literals.texts.is_empty() => {
                    let at = self.at_text();
                    out.push_str(&self.literals.texts[at]);
                }
                _ => out.push_str(NAMES[self.chance.below(NAMES.len())]),
            }
        }
        if self.chance.below(8) == 0 {
            out.push('/');
        }
        out
    }
}
