//! Not compiled: what the sample reports of the tests speak of.

#[requires(s < r1)]
#[ensures(|ret| *ret < r2)]
pub fn rescale(r1: u32, r2: u32, s: u32) -> u32 {
    s * (r2 / r1)
}

pub fn größe(längen: &[u32], n: usize) -> u32 {
	längen[n] + 1
}
