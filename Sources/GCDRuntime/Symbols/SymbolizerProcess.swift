// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import Glibc

/// One row of an answer: a function and a place in a source file, each where known.
struct SymbolizerAnswer: Equatable {
  struct Location: Equatable {
    var file: String
    var line: Int
    var column: Int
  }
  var function: String?
  var location: Location?
}

/// A running llvm-symbolizer: questions in, answers out, in order. It ends when its socket does, so with
/// us.
final class SymbolizerProcess {
  private let child: gcdc_child
  private let owner: Int32
  private var buffer: [UInt8] = []
  /// An answer is waited for so long; the first look into a big image takes some seconds on a slow disk.
  private static let patienceMilliseconds: Int32 = 20_000

  /// The plain protocol: of each question a pair of lines per frame, innermost first, and an empty line.
  private static let plainProtocol = ["--output-style=LLVM", "--inlines", "--functions=linkage"]

  /// Nil when the program cannot be started.
  init?(program: String, arguments: [String] = plainProtocol) {
    var arguments = SymbolizerProcess.cStrings([program] + arguments)
    // A nearly empty environment: no DEBUGINFOD_URLS, which would look for symbols on the network.
    var environment = SymbolizerProcess.cStrings(["LC_ALL=C"])
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

  /// The line that asks for an address of an image.
  static func question(path: String, address: UInt) -> String {
    "CODE \"\(path)\" 0x\(String(address, radix: 16))\n"
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
        // It is busy answering: make room for it, then go on.
        guard wait(for: Int16(POLLOUT | POLLIN)) else { return false }
        if !readSome(waiting: false) { return false }
      } else {
        return false
      }
    }
    return true
  }

  /// The next answers; nil when the process dies or stays silent.
  func receive(count: Int) -> [[SymbolizerAnswer]]? {
    var answers: [[SymbolizerAnswer]] = []
    var block: [String] = []
    var start = 0
    while answers.count < count {
      guard let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) else {
        buffer.removeFirst(start)
        start = 0
        guard readSome(waiting: true) else { return nil }
        continue
      }
      let line = String(decoding: buffer[start..<end], as: UTF8.self)
      start = end + 1
      if line.isEmpty {
        answers.append(SymbolizerProcess.answers(of: block))
        block = []
      } else {
        block.append(line)
      }
    }
    buffer.removeFirst(start)
    return answers
  }

  /// Pairs of lines: a function, then `file:line:column`; `??` and 0 stand for unknown.
  static func answers(of lines: [String]) -> [SymbolizerAnswer] {
    stride(from: 0, to: lines.count - 1, by: 2).map { index in
      SymbolizerAnswer(
        function: lines[index].hasPrefix("??") ? nil : lines[index],
        location: location(of: lines[index + 1]))
    }
  }

  private static func location(of text: String) -> SymbolizerAnswer.Location? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1])
    else { return nil }
    let file = parts.dropLast(2).joined(separator: ":")
    // Line 0 is code that no line stands for.
    guard line > 0, !file.hasPrefix("??"), !file.hasSuffix("<compiler-generated>") else { return nil }
    return SymbolizerAnswer.Location(file: file, line: line, column: column)
  }

  private func wait(for events: Int16) -> Bool {
    var request = pollfd(fd: socket, events: events, revents: 0)
    var result: Int32
    repeat {
      result = poll(&request, 1, SymbolizerProcess.patienceMilliseconds)
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
