// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// The return address of a call that arrived at an interposer.
typealias CallSite = UnsafeRawPointer?

/// A C function of one untyped argument.
typealias CFunction = (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
#endif
