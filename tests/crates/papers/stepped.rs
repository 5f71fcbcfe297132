//! Irulan's values that are elements of what a call returns: some boards can be had as `step(&b)` gives them only.
use refine_spec::*;

/// A board on which stones are laid.
#[derive(Clone, Debug)]
pub struct Board {
    stones: [bool; 3],
}

/// No stone.
pub fn start() -> Board {
    Board { stones: [false; 3] }
}

/// All boards with one more stone.
pub fn step(board: &Board) -> Vec<Board> {
    let free = (0..3).filter(|at| !board.stones[*at]);
    let laid = free.map(|at| {
        let mut next = board.clone();
        next.stones[at] = true;
        next
    });
    laid.collect()
}

/// How many stones a board has, unless they are at both ends.
#[ensures(|ret| *ret <= 3)]
pub fn weight(board: &Board) -> usize {
    let found = board.stones.iter().filter(|stone| **stone).count();
    if board.stones[0] && board.stones[2] && !board.stones[1] {
        return found; // WRONG: return found + 2;
    }
    found
}
