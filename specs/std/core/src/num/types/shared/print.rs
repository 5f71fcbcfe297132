//! Printing an integer, declared.

use super::This;
use crate::fmt::{Binary, Debug, Display, Formatter, LowerExp, LowerHex, Octal, Result, UpperExp, UpperHex};

impl Debug for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Display for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Octal for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl Binary for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl LowerHex for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl UpperHex for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl LowerExp for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}

impl UpperExp for This {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result;
}
