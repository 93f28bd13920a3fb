// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Glibc

/// Lines over a socket, most of them JSON; one reader and one writer at each end.
package struct LineChannel {
  package let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Bytes at the front of `buffer` that have been read as lines.
  private var taken = 0
  /// Bytes of `buffer` in which no line ends.
  private var searched = 0

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of one line; false when no code listens.
  ///
  /// - Parameter unit: of which the line's length is made a multiple.
  package func send(_ message: some Encodable, filledTo unit: Int = 1) -> Bool {
    guard let text = try? JSONLine.encode(message) else { return false }
    return send(text: text, filledTo: unit)
  }

  /// As `send`, for the text of a line.
  package func send(text: String, filledTo unit: Int = 1) -> Bool {
    send(LineChannel.line(text, unit))
  }

  /// As `send`, for an end whose other end may wait for this one to read: takes in meanwhile what arrives.
  package mutating func sendTakingIn(text: String) -> Bool {
    var rest = LineChannel.line(text)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { return false }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&request, 1, -1) > 0, request.revents & Int16(POLLIN) != 0 else { continue }
      if !fill() { return false }
    }
    return true
  }

  /// The bytes of one line.
  static func line(_ text: String, _ unit: Int = 1) -> [UInt8] {
    var line = Array(text.utf8)
    let end = line.count + 1
    line += repeatElement(UInt8(ascii: " "), count: (unit - end % unit) % unit)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The next line that has arrived; nil when none is complete.
  package mutating func takeLine() -> String? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      if taken > 65_536 {
        buffer.removeFirst(taken)
        searched -= taken
        taken = 0
      }
      return nil
    }
    defer {
      taken = end + 1
      searched = taken
    }
    return String(decoding: buffer[taken..<end], as: UTF8.self)
  }

  /// Waits for more bytes; false at the end of the stream.
  package mutating func fill() -> Bool {
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { chunk in
        let count = recv(descriptor, chunk.baseAddress, chunk.count, 0)
        if count > 0 { buffer += chunk[..<count] }
        return count
      }
      if count < 0, errno == EINTR { continue }
      return count > 0
    }
  }

  /// Waits for a whole line; nil at the end of the stream.
  package mutating func receive() -> String? {
    while true {
      if let line = takeLine() { return line }
      if !fill() { return nil }
    }
  }
}
#endif
