//! Topological order of the nodes.
use super::{End, Graph, Node, NodeId};

/// The nodes that end `node`.
pub(super) fn successors(node: &Node) -> Vec<NodeId> {
    match &node.end {
        End::Goto(to) => vec![*to],
        End::Branch(_, then, otherwise) => vec![*then, *otherwise],
        End::Stop | End::Bound => Vec::new(),
    }
}

/// Renumbers the nodes so that edges go from lower to higher numbers; drops those that `entry` does not reach.
pub(super) fn sort(graph: &mut Graph, entry: NodeId) {
    let mut state = vec![0u8; graph.nodes.len()];
    let mut post = Vec::new();
    let mut stack = vec![(entry, false)];
    while let Some((at, done)) = stack.pop() {
        let seen = &mut state[at.0 as usize];
        if done {
            *seen = 2;
            post.push(at);
        } else if *seen == 0 {
            *seen = 1;
            stack.push((at, true));
            stack.extend(successors(&graph.nodes[at.0 as usize]).into_iter().rev().map(|to| (to, false)));
        }
    }
    post.reverse();
    let mut number = vec![NodeId(u32::MAX); graph.nodes.len()];
    for (new, old) in post.iter().enumerate() {
        number[old.0 as usize] = NodeId(new as u32);
    }
    let renamed = |id: &NodeId| number[id.0 as usize];
    graph.nodes = post
        .iter()
        .map(|old| {
            let node =
                std::mem::replace(&mut graph.nodes[old.0 as usize], Node { actions: Vec::new(), end: End::Stop });
            let end = match &node.end {
                End::Goto(to) => End::Goto(renamed(to)),
                End::Branch(cond, a, b) => End::Branch(cond.clone(), renamed(a), renamed(b)),
                other => other.clone(),
            };
            Node { actions: node.actions, end }
        })
        .collect();
}
