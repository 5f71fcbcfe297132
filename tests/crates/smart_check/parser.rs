//! A language, printed and read back.
use refine_spec::*;

/// A program.
#[derive(Clone, Debug, PartialEq)]
pub struct Lang {
    /// Its functions.
    pub funcs: Vec<Func>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Func {
    /// What it is given.
    pub args: Vec<Exp>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// A value for a variable.
    Assign(u8, Exp),
    /// The end.
    Return(Exp),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Exp {
    /// A number.
    Int(u8),
    /// A truth value.
    Bool(bool),
    /// Both.
    And(Box<Exp>, Box<Exp>),
    /// One of them.
    Or(Box<Exp>, Box<Exp>),
    /// Not so.
    Not(Box<Exp>),
}

use Exp::{And, Bool, Int, Not, Or};

fn print(e: &Exp, out: &mut Vec<u8>) {
    match e {
        Int(n) => out.extend([b'i', *n]),
        Bool(flag) => out.extend([b'b', u8::from(*flag)]),
        And(a, b) => {
            out.push(b'&');
            print(b, out);
            print(a, out);
        }
        Or(a, b) => {
            out.push(b'|');
            print(a, out);
            print(b, out);
        }
        Not(a) => {
            out.push(b'!');
            print(a, out);
        }
    }
}

fn print_all(lang: &Lang) -> Vec<u8> {
    let mut out = vec![lang.funcs.len() as u8];
    for func in &lang.funcs {
        out.extend([func.args.len() as u8, func.body.len() as u8]);
        func.args.iter().for_each(|arg| print(arg, &mut out));
        for stmt in &func.body {
            match stmt {
                Stmt::Assign(to, e) => {
                    out.extend([b'=', *to]);
                    print(e, &mut out);
                }
                Stmt::Return(e) => {
                    out.push(b'r');
                    print(e, &mut out);
                }
            }
        }
    }
    out
}

fn read(text: &mut std::slice::Iter<'_, u8>) -> Option<Exp> {
    Some(match text.next()? {
        b'i' => Int(*text.next()?),
        b'b' => Bool(*text.next()? == 1),
        b'&' => And(Box::new(read(text)?), Box::new(read(text)?)),
        b'|' => Or(Box::new(read(text)?), Box::new(read(text)?)),
        _ => Not(Box::new(read(text)?)),
    })
}

fn read_all(text: &[u8]) -> Option<Lang> {
    let mut text = text.iter();
    let mut funcs = Vec::new();
    for _ in 0..*text.next()? {
        let (args, body) = (*text.next()?, *text.next()?);
        let args = (0..args).map(|_| read(&mut text)).collect::<Option<_>>()?;
        let stmt = |text: &mut std::slice::Iter<'_, u8>| {
            Some(match text.next()? {
                b'=' => Stmt::Assign(*text.next()?, read(text)?),
                _ => Stmt::Return(read(text)?),
            })
        };
        let body = (0..body).map(|_| stmt(&mut text)).collect::<Option<_>>()?;
        funcs.push(Func { args, body });
    }
    Some(Lang { funcs })
}

/// Printed and read back.
#[ensures(|ret| ret.as_ref() == Some(lang))]
pub fn again(lang: &Lang) -> Option<Lang> {
    read_all(&print_all(lang))
}
