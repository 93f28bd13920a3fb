// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

extension MissingReader {
  /// What to say where no program reads lines in this process.
  static func here() -> MissingReader {
    if ReaderChoice.asked == .some(.none) { return .switchedOff }
    return MissingReader(systemDescription: systemText("/etc/os-release"))
  }

  /// - Parameter systemDescription: The text of `os-release`: lines such as `ID=ubuntu`, `ID_LIKE="debian"`.
  init(systemDescription: String) {
    var names: [Substring] = []
    for line in systemDescription.split(separator: "\n") {
      guard line.hasPrefix("ID=") || line.hasPrefix("ID_LIKE=") else { continue }
      let value = line.drop { $0 != "=" }.dropFirst()
      names += value.split { $0 == " " || $0 == "\"" || $0 == "'" }
    }
    if names.contains("debian") || names.contains("ubuntu") {
      self = .debian
    } else if names.contains("fedora") || names.contains("rhel") || names.contains("amzn") {
      self = .fedora
    } else {
      self = .other
    }
  }
}
#endif
