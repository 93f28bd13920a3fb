// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A program that reads lines out of debug information, known by its name.
struct ReaderProgram: Sendable, Hashable {
  /// How it is talked to.
  enum Kind: Sendable {
    case llvmSymbolizer
    /// Of the binutils, or another with the same options.
    case addr2line
  }

  let kind: Kind
  let path: String

  /// Nil where the name of the file is of no program that is known.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    // Measured on Swift's code: the one of the elfutils gets inlined calls wrong (0.192) or misses half of
    // the lines (0.188).
    if name.hasPrefix("eu-") { return nil }
    if name.contains("llvm-symbolizer") {
      kind = .llvmSymbolizer
    } else if name.contains("addr2line") {
      kind = .addr2line
    } else {
      return nil
    }
    self.path = path
  }

  var knowsColumns: Bool { kind == .llvmSymbolizer }
}

#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
extension ReaderProgram {
  /// Nil when it cannot be started.
  func start() -> (any AddressReader)? {
    switch kind {
    case .llvmSymbolizer: LLVMSymbolizer(program: path)
    case .addr2line: AddressToLine(program: path)
    }
  }
}
#endif
