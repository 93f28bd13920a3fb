// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What can be controlled in one process, and what not: for `gcdcheck doctor`.
package struct InterpositionReport: Sendable, Codable, Equatable {
  /// Functions of one kind that are intercepted.
  package struct Family: Sendable, Codable, Equatable {
    /// In words.
    package var name: String
    package var functions: Int
    /// No loaded library has these.
    package var absent: Int
    /// A library that looks them up gets another file\x27s.
    package var elsewhere: Int
    package var firstElsewhere: String?
    /// The file that has the real ones.
    package var provider: String?
  }

  package var families: [Family] = []
  /// The file that takes the calls instead of us, or the field of an object that is not as it should be.
  package var cause: String?
  package var callsArrive = false
  /// The calls of libdispatch's functions among each other arrive, too.
  package var libraryIsOpen = false
  package var layoutIsKnown = false
  /// Parts of the runtime that are there, but not as they are known.
  package var unknownParts: [RuntimePart] = []
  /// Each switch of threads costs a system call.
  package var switchesBySystemCall = false
  /// Version of the C library.
  package var libraryVersion = ""
  /// The program that finds source lines.
  package var symbolizer: String?
  /// That program knows columns, too.
  package var hasColumns = false
  /// Why there is none; nil where there is one.
  package var missingReader: MissingReader?
  /// The file that C++ exceptions are unwound by.
  package var exceptionUnwinder: String?
  /// Swift's dictionaries have the same order in each process.
  package var hashingIsFixed = false
  /// Code and stacks lie at the same addresses in each process.
  package var addressesAreFixed = false
  /// Bytes of the main thread's stack; 0 = unlimited.
  package var stackLimit: UInt64 = 0
  /// Threads that this user may have; 0 = unlimited.
  package var threadLimit: UInt64 = 0
  /// A debugger follows the process.
  package var isTraced = false
  /// Of the kernel's filter for system calls: 0 = none.
  package var seccompMode = 0
}
