//! Tests of the lowering: small sources to IR text and obligations.
