// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// What is no line: orders to a loaded program, and descriptors.
extension LineChannel {
  /// Two ends of a new socket, which no other program inherits.
  static func pair() throws(ProgramProblem) -> (own: Int32, other: Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .notStarted(reason: String(cString: strerror(errno)))
    }
    return (ends[0], ends[1])
  }

  /// Writes bytes; false when no code listens.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Writes a few bytes together with descriptors, of which the other end gets copies; false when no code
  /// listens.
  func send(_ bytes: UnsafeMutableRawBufferPointer, _ descriptors: [Int32]) -> Bool {
    // A cmsghdr and what follows it: length, level, type (SCM_RIGHTS), descriptors.
    let length = 16 + 4 * descriptors.count
    var control: [Int32] = [Int32(length), 0, SOL_SOCKET, 1] + descriptors
    if control.count % 2 == 1 { control.append(0) }
    var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
    return control.withUnsafeMutableBytes { control in
      withUnsafeMutablePointer(to: &part) { part in
        var message = msghdr()
        message.msg_iov = part
        message.msg_iovlen = 1
        message.msg_control = control.baseAddress
        message.msg_controllen = control.count
        while true {
          let count = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
          if count >= 0 || errno != EINTR { return count == bytes.count }
        }
      }
    }
  }

  /// Waits for as many bytes as there is room for; false at the end of the stream.
  func receive(_ room: UnsafeMutableRawBufferPointer) -> Bool {
    var count = 0
    while count < room.count {
      let more = recv(descriptor, room.baseAddress! + count, room.count - count, 0)
      if more < 0, errno == EINTR { continue }
      if more <= 0 { return false }
      count += more
    }
    return true
  }
}
#endif
