// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// A pipe of a program under test; its ends are closed by whoever uses it.
struct PipeEnds {
  let reader: Int32
  let writer: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (reader, writer) = (ends[0], ends[1])
  }

  func closeBoth() {
    close(reader)
    close(writer)
  }
}

/// Writes all bytes of a text.
@discardableResult
func put(_ text: String, to descriptor: Int32) -> Int {
  Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}

/// Reads once, at most 64 bytes; nil for an error.
func take(from descriptor: Int32) -> String? {
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = read(descriptor, &bytes, bytes.count)
  return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
}
