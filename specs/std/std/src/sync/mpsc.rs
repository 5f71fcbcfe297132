//! Channels.

use crate::time::{Duration, Instant};
use core::error::Error;
use core::marker::PhantomData;

pub struct Sender<T> {
    _private: PhantomData<T>,
}

pub struct SyncSender<T> {
    _private: PhantomData<T>,
}

pub struct Receiver<T> {
    _private: PhantomData<T>,
}

unsafe impl<T: Send> Send for Sender<T> {}
unsafe impl<T: Send> Sync for Sender<T> {}
unsafe impl<T: Send> Send for SyncSender<T> {}
unsafe impl<T: Send> Sync for SyncSender<T> {}
unsafe impl<T: Send> Send for Receiver<T> {}
impl<T> !Sync for Receiver<T> {}

#[derive(PartialEq, Eq, Clone, Copy)]
pub struct SendError<T>(pub T);

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub struct RecvError;

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum TryRecvError {
    Empty,
    Disconnected,
}

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub enum RecvTimeoutError {
    Timeout,
    Disconnected,
}

#[derive(PartialEq, Eq, Clone, Copy)]
pub enum TrySendError<T> {
    Full(T),
    Disconnected(T),
}

pub fn channel<T>() -> (Sender<T>, Receiver<T>);
pub fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>);

impl<T> Sender<T> {
    pub fn send(&self, t: T) -> Result<(), SendError<T>>;
}

impl<T> SyncSender<T> {
    pub fn send(&self, t: T) -> Result<(), SendError<T>>;
    pub fn try_send(&self, t: T) -> Result<(), TrySendError<T>>;
}

impl<T> Receiver<T> {
    pub fn try_recv(&self) -> Result<T, TryRecvError>;
    pub fn recv(&self) -> Result<T, RecvError>;
    pub fn recv_timeout(&self, timeout: Duration) -> Result<T, RecvTimeoutError>;
    pub fn iter(&self) -> Iter<'_, T>;
    pub fn try_iter(&self) -> TryIter<'_, T>;
}

pub struct Iter<'a, T: 'a> {
    rx: &'a Receiver<T>,
}

pub struct TryIter<'a, T: 'a> {
    rx: &'a Receiver<T>,
}

pub struct IntoIter<T> {
    rx: Receiver<T>,
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.rx.recv().ok()
    }
}

impl<'a, T> Iterator for TryIter<'a, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.rx.try_recv().ok()
    }
}

impl<T> Iterator for IntoIter<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.rx.recv().ok()
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for Receiver<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { rx: self }
    }
}

impl<T> From<SendError<T>> for TrySendError<T> {
    fn from(err: SendError<T>) -> TrySendError<T> {
        TrySendError::Disconnected(err.0)
    }
}

impl From<RecvError> for TryRecvError {
    fn from(err: RecvError) -> TryRecvError {
        TryRecvError::Disconnected
    }
}

impl From<RecvError> for RecvTimeoutError {
    fn from(err: RecvError) -> RecvTimeoutError {
        RecvTimeoutError::Disconnected
    }
}

declared_traits! { [T] Sender<T>: Clone Debug Drop }
declared_traits! { [T] SyncSender<T>: Clone Debug Drop }
declared_traits! { [T] Receiver<T>: Debug Drop }
declared_traits! { [T] SendError<T>: Debug Display Error }
declared_traits! { [T] TrySendError<T>: Debug Display Error }
declared_traits! { [] RecvError: Display Error }
declared_traits! { [] TryRecvError: Display Error }
declared_traits! { [] RecvTimeoutError: Display Error }
