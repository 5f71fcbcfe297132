//! What is behind `collect` and `sum` into an `Option` or a `Result`: the values until the first failure, which is written down.

pub(crate) struct OptionShunt<'a, I> {
    iter: I,
    failed: &'a mut bool,
}

impl<'a, I> OptionShunt<'a, I> {
    pub(crate) fn new(iter: I, failed: &'a mut bool) -> Self {
        OptionShunt { iter, failed }
    }
}

impl<'a, T, I: Iterator<Item = Option<T>>> Iterator for OptionShunt<'a, I> {
    type Item = T;

    #[bypasses()]

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(Some(x)) => Some(x),
            Some(None) => {
                *self.failed = true;
                None
            }
            None => None,
        }
    }

    #[bypasses()]

    fn size_hint(&self) -> (usize, Option<usize>) {
        if *self.failed { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}

pub(crate) struct ResultShunt<'a, I, E> {
    iter: I,
    error: &'a mut Option<E>,
}

impl<'a, I, E> ResultShunt<'a, I, E> {
    pub(crate) fn new(iter: I, error: &'a mut Option<E>) -> Self {
        ResultShunt { iter, error }
    }
}

impl<'a, T, E, I: Iterator<Item = Result<T, E>>> Iterator for ResultShunt<'a, I, E> {
    type Item = T;

    #[bypasses()]

    fn next(&mut self) -> Option<T> {
        match self.iter.next() {
            Some(Ok(x)) => Some(x),
            Some(Err(error)) => {
                *self.error = Some(error);
                None
            }
            None => None,
        }
    }

    #[bypasses()]

    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.error.is_some() { (0, Some(0)) } else { (0, self.iter.size_hint().1) }
    }
}
