
// What the real program has beyond the prelude: arguments from vectors, results and panics as text.
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};
use std::sync::Mutex;

impl V {
    /// The value at the start of a text, which is left behind.
    pub fn read(text: &mut &str) -> V {
        let first = text.chars().next().expect("a value");
        *text = &text[first.len_utf8()..];
        match first {
            't' | 'f' => V::Bool(first == 't'),
            'c' => V::Char(code(digits(text))),
            's' => {
                let end = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
                let (codes, rest) = text.split_at(end);
                *text = rest;
                V::Text(codes.split_terminator('.').map(code).collect())
            }
            '[' => V::Seq(V::list(text, ']')),
            '(' => V::Tuple(V::list(text, ')')),
            '#' => {
                let variant = digits(text).parse().expect("a variant");
                *text = &text[1..];
                V::Adt(variant, V::list(text, ')'))
            }
            sign => V::Int(format!("{sign}{}", digits(text))),
        }
    }

    fn list(text: &mut &str, end: char) -> Vec<V> {
        let mut all = Vec::new();
        while !text.starts_with(end) {
            all.push(V::read(text));
            *text = text.strip_prefix(',').unwrap_or(text);
        }
        *text = &text[1..];
        all
    }
}

fn digits<'t>(text: &mut &'t str) -> &'t str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    digits
}

fn code(digits: &str) -> char {
    digits.parse().ok().and_then(char::from_u32).expect("a character's code")
}

/// A value of a type from a vector.
pub trait Arg {
    fn arg(v: &V) -> Self;
}

/// A value as a vector has it: references and boxes leave no trace.
pub trait Show {
    fn show(&self) -> V;
}

fn all<'a, T: Show + 'a>(of: impl IntoIterator<Item = &'a T>) -> V {
    V::Seq(of.into_iter().map(T::show).collect())
}

fn parts(v: &V) -> (usize, &[V]) {
    match v {
        V::Adt(variant, all) => (*variant, all),
        V::Tuple(all) | V::Seq(all) => (0, all),
        other => panic!("{other:?}"),
    }
}

macro_rules! ints {
    ($($t:ident)*) => {$(
        impl Arg for $t {
            fn arg(v: &V) -> $t {
                match v {
                    V::Int(text) => text.parse().unwrap(),
                    other => panic!("{other:?}"),
                }
            }
        }
        impl Show for $t {
            fn show(&self) -> V {
                V::Int(self.to_string())
            }
        }
    )*};
}
ints! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl Arg for f32 {
    fn arg(v: &V) -> f32 {
        f32::from_bits(u32::arg(v))
    }
}
impl Show for f32 {
    fn show(&self) -> V {
        self.to_bits().show()
    }
}
impl Arg for f64 {
    fn arg(v: &V) -> f64 {
        f64::from_bits(u64::arg(v))
    }
}
impl Show for f64 {
    fn show(&self) -> V {
        self.to_bits().show()
    }
}
impl Arg for bool {
    fn arg(v: &V) -> bool {
        *v == V::Bool(true)
    }
}
impl Show for bool {
    fn show(&self) -> V {
        V::Bool(*self)
    }
}
impl Arg for char {
    fn arg(v: &V) -> char {
        match v {
            V::Char(c) => *c,
            other => panic!("{other:?}"),
        }
    }
}
impl Show for char {
    fn show(&self) -> V {
        V::Char(*self)
    }
}
impl Arg for String {
    fn arg(v: &V) -> String {
        match v {
            V::Text(text) => text.clone(),
            other => panic!("{other:?}"),
        }
    }
}
impl Show for str {
    fn show(&self) -> V {
        V::Text(self.to_owned())
    }
}
impl Show for String {
    fn show(&self) -> V {
        self.as_str().show()
    }
}
impl Arg for Box<str> {
    fn arg(v: &V) -> Self {
        String::arg(v).into()
    }
}
impl Arg for &'static str {
    fn arg(v: &V) -> Self {
        String::leak(String::arg(v))
    }
}
impl Arg for &'static mut str {
    fn arg(v: &V) -> Self {
        String::leak(String::arg(v))
    }
}
impl<T: Arg> Arg for Vec<T> {
    fn arg(v: &V) -> Vec<T> {
        parts(v).1.iter().map(T::arg).collect()
    }
}
impl<T: Arg, const N: usize> Arg for [T; N] {
    fn arg(v: &V) -> [T; N] {
        Vec::<T>::arg(v).try_into().ok().unwrap()
    }
}
impl<T: Arg> Arg for &'static T {
    fn arg(v: &V) -> Self {
        Box::leak(Box::new(T::arg(v)))
    }
}
impl<T: Arg> Arg for &'static mut T {
    fn arg(v: &V) -> Self {
        Box::leak(Box::new(T::arg(v)))
    }
}
impl<T: Arg> Arg for &'static [T] {
    fn arg(v: &V) -> Self {
        Vec::leak(Vec::arg(v))
    }
}
impl<T: Arg> Arg for &'static mut [T] {
    fn arg(v: &V) -> Self {
        Vec::leak(Vec::arg(v))
    }
}
impl<T: Arg> Arg for Box<T> {
    fn arg(v: &V) -> Self {
        Box::new(T::arg(v))
    }
}
impl<T: Arg> Arg for Box<[T]> {
    fn arg(v: &V) -> Self {
        Vec::arg(v).into_boxed_slice()
    }
}
impl<T: Arg> Arg for Option<T> {
    fn arg(v: &V) -> Self {
        parts(v).1.first().map(T::arg)
    }
}
impl<T: Arg, E: Arg> Arg for Result<T, E> {
    fn arg(v: &V) -> Self {
        match parts(v) {
            (0, all) => Ok(T::arg(&all[0])),
            (_, all) => Err(E::arg(&all[0])),
        }
    }
}
impl Arg for std::cmp::Ordering {
    fn arg(v: &V) -> Self {
        [std::cmp::Ordering::Less, std::cmp::Ordering::Equal, std::cmp::Ordering::Greater][parts(v).0]
    }
}
impl Show for std::cmp::Ordering {
    fn show(&self) -> V {
        V::Adt((*self as i8 + 1) as usize, Vec::new())
    }
}
impl Show for ! {
    fn show(&self) -> V {
        *self
    }
}
impl<T: Show + ?Sized> Show for &T {
    fn show(&self) -> V {
        (**self).show()
    }
}
impl<T: Show + ?Sized> Show for &mut T {
    fn show(&self) -> V {
        (**self).show()
    }
}
impl<T: Show + ?Sized> Show for Box<T> {
    fn show(&self) -> V {
        (**self).show()
    }
}
impl<T: Show> Show for [T] {
    fn show(&self) -> V {
        all(self)
    }
}
impl<T: Show> Show for Vec<T> {
    fn show(&self) -> V {
        all(self)
    }
}
impl<T: Show, const N: usize> Show for [T; N] {
    fn show(&self) -> V {
        all(self)
    }
}
impl<T: Show> Show for Option<T> {
    fn show(&self) -> V {
        match self {
            None => V::Adt(0, Vec::new()),
            Some(x) => V::Adt(1, vec![x.show()]),
        }
    }
}
impl<T: Show, E: Show> Show for Result<T, E> {
    fn show(&self) -> V {
        match self {
            Ok(x) => V::Adt(0, vec![x.show()]),
            Err(x) => V::Adt(1, vec![x.show()]),
        }
    }
}

macro_rules! tuples {
    ($($($t:ident $at:tt)*;)*) => {$(
        impl<$($t: Arg),*> Arg for ($($t,)*) {
            #[allow(unused)]
            fn arg(v: &V) -> Self {
                let (_, all) = parts(v);
                ($($t::arg(&all[$at]),)*)
            }
        }
        impl<$($t: Show),*> Show for ($($t,)*) {
            fn show(&self) -> V {
                V::Tuple(vec![$(self.$at.show()),*])
            }
        }
    )*};
}
tuples! { ; A 0; A 0 B 1; A 0 B 1 C 2; A 0 B 1 C 2 D 3; A 0 B 1 C 2 D 3 E 4; A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6; A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7; A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9; A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11; }

/// What the panic said, and whether the call's preconditions are met.
static SAID: Mutex<String> = Mutex::new(String::new());
static MET: AtomicU64 = AtomicU64::new(1);

/// The preconditions of the call that follows.
pub fn meets(met: bool) {
    MET.store(met.into(), Atomic::SeqCst);
}

/// The number of the vector that is run, for the watchdog.
static AT: AtomicU64 = AtomicU64::new(0);

/// Reads vectors, one a line: the function, a space, the arguments. Runs those from the one that is named on. Writes a line for
/// each: what it returns, or `!` and what its panic says; after a `~` if its preconditions are not met.
pub fn run(cases: &[fn(&[V]) -> String]) {
    std::panic::set_hook(Box::new(|info| {
        *SAID.lock().unwrap() = info.payload_as_str().unwrap_or("?").replace('\n', " ");
    }));
    let mut args = std::env::args().skip(1);
    let vectors = std::fs::read_to_string(args.next().unwrap()).unwrap();
    let from: usize = args.next().unwrap().parse().unwrap();
    let patience = std::time::Duration::from_secs(args.next().unwrap().parse().unwrap());
    std::thread::spawn(move || {
        let mut before = u64::MAX;
        loop {
            std::thread::sleep(patience);
            let now = AT.load(Atomic::SeqCst);
            if now == before {
                std::process::exit(9);
            }
            before = now;
        }
    });
    let mut out = std::io::stdout().lock();
    for (at, line) in vectors.lines().enumerate().skip(from) {
        AT.store(at as u64, Atomic::SeqCst);
        let (case, mut rest) = line.split_once(' ').unwrap();
        let args = V::read(&mut rest);
        meets(true);
        let run = cases[case.parse::<usize>().unwrap()];
        let result = std::panic::catch_unwind(|| run(parts(&args).1));
        let said = result.unwrap_or_else(|_| format!("!{}", SAID.lock().unwrap()));
        let met = if MET.load(Atomic::SeqCst) == 1 { "" } else { "~" };
        writeln!(out, "{met}{said}").unwrap();
        out.flush().unwrap();
    }
}
