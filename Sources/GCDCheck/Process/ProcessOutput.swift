// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The two places that a process writes to; whole lines, written at once.
enum ProcessOutput {
  /// What was asked for: standard output.
  static func result(_ text: String) { write(text, to: 1) }

  /// What happens next to it: standard error.
  static func aside(_ text: String) { write(text, to: 2) }

  private static func write(_ text: String, to descriptor: Int32) {
    // What the program printed before comes before; nil = every stream.
    fflush(nil)
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { platformWrite(descriptor, $0.baseAddress!, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}

private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  #if canImport(Glibc)
  Glibc.write(descriptor, bytes, count)
  #elseif canImport(Darwin)
  Darwin.write(descriptor, bytes, count)
  #else
  -1
  #endif
}

/// Ends the process; buffered output is written, the summary too.
func endProcess(with end: ExitStatus) -> Never { exit(end.rawValue) }
