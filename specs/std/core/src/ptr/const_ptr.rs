//! The methods of `*const T`, declared.

impl<T: ?Sized> *const T {
    pub const fn is_null(self) -> bool;
    pub const fn cast<U>(self) -> *const U;
    pub fn addr(self) -> usize;
    pub fn expose_provenance(self) -> usize;
    pub fn with_addr(self, addr: usize) -> Self;
    pub fn map_addr(self, f: impl FnOnce(usize) -> usize) -> Self;
    pub const unsafe fn as_ref<'a>(self) -> Option<&'a T>;
    pub const unsafe fn byte_add(self, count: usize) -> Self;
    pub const unsafe fn byte_sub(self, count: usize) -> Self;
    pub const unsafe fn byte_offset(self, count: isize) -> Self;
    pub const unsafe fn byte_offset_from<U: ?Sized>(self, origin: *const U) -> isize;
    pub const fn wrapping_byte_add(self, count: usize) -> Self;
    pub const fn wrapping_byte_sub(self, count: usize) -> Self;
    pub const fn wrapping_byte_offset(self, count: isize) -> Self;
    pub const fn cast_mut(self) -> *mut T;
}

impl<T> *const T {
    pub const unsafe fn offset(self, count: isize) -> *const T;
    pub const fn wrapping_offset(self, count: isize) -> *const T;
    pub const unsafe fn offset_from(self, origin: *const T) -> isize;
    pub const unsafe fn offset_from_unsigned(self, origin: *const T) -> usize;
    pub const unsafe fn add(self, count: usize) -> Self;
    pub const unsafe fn sub(self, count: usize) -> Self;
    pub const fn wrapping_add(self, count: usize) -> Self;
    pub const fn wrapping_sub(self, count: usize) -> Self;
    pub const unsafe fn read(self) -> T;
    pub unsafe fn read_volatile(self) -> T;
    pub const unsafe fn read_unaligned(self) -> T;
    pub const unsafe fn copy_to(self, dest: *mut T, count: usize);
    pub const unsafe fn copy_to_nonoverlapping(self, dest: *mut T, count: usize);
    pub fn align_offset(self, align: usize) -> usize;
    pub fn is_aligned(self) -> bool;
}

impl<T> *const [T] {
    pub const fn len(self) -> usize;
    pub const fn is_empty(self) -> bool;
}
