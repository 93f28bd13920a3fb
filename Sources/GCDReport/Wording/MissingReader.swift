// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Why no program reads source lines out of debug information, and with it what brings one.
public enum MissingReader: String, Sendable, Codable {
  /// `GCDCHECK_SYMBOLIZER=none`.
  case switchedOff = "switchedOff"
  /// Debian, Ubuntu and what is made of them.
  case debian = "debian"
  /// Fedora, Red Hat Enterprise Linux, Amazon Linux and what is made of them.
  case fedora = "fedora"
  /// A system with another package manager.
  case other = "other"

  /// One clause for a summary and for `gcdcheck doctor`.
  package var text: String {
    switch self {
    case .switchedOff: "reports name no source lines, as GCDCHECK_SYMBOLIZER=none asks"
    case .debian: MissingReader.advice("apt-get install llvm", "apt-get install binutils")
    case .fedora: MissingReader.advice("dnf install llvm", "dnf install binutils")
    case .other: MissingReader.advice("the package llvm", "the package binutils")
    }
  }

  private static func advice(_ llvm: String, _ binutils: String) -> String {
    "reports name no source lines, for there is neither llvm-symbolizer nor addr2line here: \(llvm) brings "
      + "the first, \(binutils) the second, which knows no columns"
  }
}
