//! A window manager's workspaces, of which each window is on one (XMonad's `StackSet`).
use refine_spec::*;

/// Windows.
#[derive(Clone, Debug, PartialEq)]
pub enum Windows {
    /// None.
    Nil,
    /// One more.
    Cons(u64, Box<Windows>),
}

/// The windows of a workspace: the one with the focus, those before it (the nearest first) and those after it.
#[derive(Clone, Debug, PartialEq)]
pub enum Stack {
    /// No window.
    Empty,
    /// Some windows.
    Focus(u64, Windows, Windows),
}

/// A workspace.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// Its name.
    pub tag: u32,
    /// Its windows.
    pub stack: Stack,
}

/// Workspaces.
#[derive(Clone, Debug, PartialEq)]
pub enum Workspaces {
    /// None.
    None,
    /// One more.
    More(Workspace, Box<Workspaces>),
}

/// The workspaces: the one in use, those that are seen and those that are not.
#[derive(Clone, Debug, PartialEq)]
pub struct StackSet {
    /// In use.
    pub current: Workspace,
    /// Seen.
    pub visible: Workspaces,
    /// Not seen.
    pub hidden: Workspaces,
}

use Stack::{Empty, Focus};
use Windows::{Cons, Nil};
use Workspaces::{More, None as End};

#[pure]
fn length(all: &Windows) -> usize {
    match all {
        Nil => 0,
        Cons(_, rest) => 1 + length(rest),
    }
}

#[pure]
fn count(all: &Workspaces) -> usize {
    match all {
        End => 0,
        More(_, rest) => 1 + count(rest),
    }
}

/// How many windows the workspace in use has, and how many workspaces there are beside it.
#[pure]
pub fn height(s: &StackSet) -> usize {
    let windows = match &s.current.stack {
        Empty => 0,
        Focus(_, before, after) => 1 + length(before) + length(after),
    };
    windows + count(&s.visible) + count(&s.hidden)
}

#[pure]
fn has(all: &Windows, w: u64) -> bool {
    match all {
        Nil => false,
        Cons(x, rest) => *x == w || has(rest, w),
    }
}

#[pure]
fn has_window(s: &Workspace, w: u64) -> bool {
    match &s.stack {
        Empty => false,
        Focus(x, before, after) => *x == w || has(before, w) || has(after, w),
    }
}

#[pure]
fn any_has(all: &Workspaces, w: u64) -> bool {
    match all {
        End => false,
        More(first, rest) => has_window(first, w) || any_has(rest, w),
    }
}

#[pure]
fn distinct(all: &Windows) -> bool {
    match all {
        Nil => true,
        Cons(x, rest) => !has(rest, *x) && distinct(rest),
    }
}

#[pure]
fn apart(all: &Windows, others: &Windows) -> bool {
    match all {
        Nil => true,
        Cons(x, rest) => !has(others, *x) && apart(rest, others),
    }
}

#[pure]
fn is_stack(stack: &Stack) -> bool {
    match stack {
        Empty => true,
        Focus(x, before, after) => {
            !has(before, *x) && !has(after, *x) && distinct(before) && distinct(after) && apart(before, after)
        }
    }
}

#[pure]
fn elsewhere(all: &Windows, spaces: &Workspaces) -> bool {
    match all {
        Nil => true,
        Cons(x, rest) => !any_has(spaces, *x) && elsewhere(rest, spaces),
    }
}

#[pure]
fn alone(space: &Workspace, spaces: &Workspaces) -> bool {
    match &space.stack {
        Empty => true,
        Focus(x, before, after) => !any_has(spaces, *x) && elsewhere(before, spaces) && elsewhere(after, spaces),
    }
}

#[pure]
fn tagged(all: &Workspaces, tag: u32) -> bool {
    match all {
        End => false,
        More(first, rest) => first.tag == tag || tagged(rest, tag),
    }
}

#[pure]
fn are_apart(all: &Workspaces) -> bool {
    match all {
        End => true,
        More(first, rest) => {
            is_stack(&first.stack) && alone(first, rest) && !tagged(rest, first.tag) && are_apart(rest)
        }
    }
}

#[pure]
fn all_alone(all: &Workspaces, others: &Workspaces) -> bool {
    match all {
        End => true,
        More(first, rest) => alone(first, others) && !tagged(others, first.tag) && all_alone(rest, others),
    }
}

/// Whether no window is on two workspaces or twice on one, and no two workspaces have the same tag.
#[pure]
pub fn is_valid(s: &StackSet) -> bool {
    is_stack(&s.current.stack)
        && alone(&s.current, &s.visible)
        && alone(&s.current, &s.hidden)
        && !tagged(&s.visible, s.current.tag)
        && !tagged(&s.hidden, s.current.tag)
        && are_apart(&s.visible)
        && are_apart(&s.hidden)
        && all_alone(&s.visible, &s.hidden)
}

/// The focus goes to the window before.
#[requires(is_valid(&s) && height(&s) >= 3)]
#[ensures(|ret| is_valid(ret))]
pub fn focus_left(s: StackSet) -> StackSet {
    let stack = match s.current.stack {
        Empty => Empty,
        Focus(x, Cons(y, before), after) => Focus(y, *before, Cons(x, Box::new(after))), // WRONG: Focus(_, Cons(y, before), after) => Focus(y, *before, Cons(y, Box::new(after))),
        Focus(x, Nil, after) => {
            let (first, rest) = reversed(Cons(x, Box::new(after)), Nil);
            Focus(first, rest, Nil)
        }
    };
    StackSet { current: Workspace { tag: s.current.tag, stack }, ..s }
}

/// The last of some windows, and those before it in the opposite order.
fn reversed(all: Windows, done: Windows) -> (u64, Windows) {
    match all {
        Nil => (0, done),
        Cons(x, rest) => match *rest {
            Nil => (x, done),
            rest => reversed(rest, Cons(x, Box::new(done))),
        },
    }
}
