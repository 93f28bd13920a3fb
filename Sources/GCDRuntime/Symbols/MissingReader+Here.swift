// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Glibc

extension MissingReader {
  /// What to say where no program reads lines in this process.
  static func here() -> MissingReader {
    if ReaderChoice.asked == .some(.none) { return .switchedOff }
    return MissingReader(systemDescription: text(ofFile: "/etc/os-release"))
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

  private static func text(ofFile path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
  }
}
#endif
