// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import Glibc

/// A running program that is asked in lines and answers in lines. It ends when its socket does, so with us.
final class ReaderProcess {
  private let child: gcdc_child
  private let owner: Int32
  private var buffer: [UInt8] = []
  /// Bytes of `buffer` that were taken already.
  private var taken = 0
  /// An answer is waited for so long; the first look into a big image takes some seconds on a slow disk.
  private static let timeoutMilliseconds: Int32 = 20_000

  /// Nil when the program cannot be started.
  init?(program: String, arguments: [String]) {
    var arguments = ReaderProcess.cStrings([program] + arguments)
    // A nearly empty environment: no DEBUGINFOD_URLS, which would look for symbols on the network.
    var environment = ReaderProcess.cStrings(["LC_ALL=C"])
    defer { for string in arguments + environment { free(string) } }
    var child = gcdc_child()
    guard gcdc_child_start(program, &arguments, &environment, &child) == 0 else { return nil }
    self.child = child
    owner = getpid()
  }

  /// False in a child of fork, which must not talk on its parent's socket.
  var isOurs: Bool { getpid() == owner }

  /// The kernel's id of the process.
  var id: Int32 { child.process }

  private var socket: Int32 { child.socket }

  /// Ends the process.
  func end() {
    gcdc_child_end(child)
  }

  /// Sends lines; false when the process does not take them.
  func send(_ lines: [String]) -> Bool {
    let text = Array(lines.joined().utf8)
    var sent = 0
    while sent < text.count {
      let count = text.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress! + sent, text.count - sent,
          Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count > 0 {
        sent += count
      } else if errno == EINTR {
        continue
      } else if errno == EAGAIN {
        // It is busy answering: make room for it, then continue.
        guard wait(for: Int16(POLLOUT | POLLIN)) else { return false }
        if !readSome(waiting: false) { return false }
      } else {
        return false
      }
    }
    return true
  }

  /// The next line of its output, without the end of line; nil when the process dies or stays silent.
  func nextLine() -> String? {
    while true {
      if let end = buffer[taken...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { taken = end + 1 }
        return String(decoding: buffer[taken..<end], as: UTF8.self)
      }
      buffer.removeFirst(taken)
      taken = 0
      guard readSome(waiting: true) else { return nil }
    }
  }

  private func wait(for events: Int16) -> Bool {
    var request = pollfd(fd: socket, events: events, revents: 0)
    var result: Int32
    repeat {
      result = poll(&request, 1, ReaderProcess.timeoutMilliseconds)
    } while result < 0 && errno == EINTR
    return result > 0
  }

  /// Appends what has arrived; false at the end of the stream or after too long a silence.
  private func readSome(waiting: Bool) -> Bool {
    if waiting, !wait(for: Int16(POLLIN)) { return false }
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        buffer += chunk[..<count]
        return true
      }
      if count == 0 { return false }
      if errno == EAGAIN { return !waiting }
      if errno != EINTR { return false }
    }
  }

  private static func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }
}
#endif
