// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDRuntime

/// A copy of this process that does work for it and talks to it over a socket.
///
/// A copy and not the program started anew: it has read the scenarios and the options already. That is sound
/// as long as this process has no other thread and has not explored anything itself.
final class ForkedProcess {
  let process: pid_t
  private(set) var channel: LineChannel
  private var isWaitedFor = false

  /// It was ended, and its channel is closed.
  var isEnded: Bool { isWaitedFor }

  /// - Parameter work: What the copy does, with its end of the socket; the copy ends when it returns.
  /// - Throws: `CommandError` when the system has no room for another process.
  init(_ work: (LineChannel) -> Void) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Self.refusal(errno)
    }
    let parent = getpid()
    process = Self.fork()
    if process == 0 {
      close(ends[0])
      Self.settle(under: parent)
      let channel = LineChannel(descriptor: ends[1])
      work(channel)
      _exit(0)
    }
    let failure = errno
    close(ends[1])
    channel = LineChannel(descriptor: ends[0])
    guard process > 0 else {
      close(ends[0])
      isWaitedFor = true
      throw Self.refusal(failure)
    }
  }

  deinit { _ = end() }

  /// False when no code listens.
  func send(_ line: WorkerLine<WorkerRequest>) -> Bool { line.text.map { channel.send(text: $0) } ?? false }

  /// Reads what has arrived; false when the process is gone.
  func fill() -> Bool { channel.fill() }

  func takeLine() -> String? { channel.takeLine() }

  /// Asks the process to come to an end soon.
  func interrupt() { kill(process, SIGTERM) }

  /// Ends the process; how it had ended before, in words, or nil if it was still there.
  @discardableResult
  func end() -> String? {
    if isWaitedFor { return nil }
    isWaitedFor = true
    kill(process, SIGKILL)
    close(channel.descriptor)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? "ended with exit code \(status >> 8 & 0xff)" : "was ended by \(signalName(signal))"
  }

  /// Not imported, since threads of a process do not survive it; this process has one.
  private static func fork() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    return unsafeBitCast(symbol, to: Fork.self)()
  }

  /// In the copy: its parent alone says what is done, speaks to the user, and outlives it.
  private static func settle(under parent: pid_t) {
    Interruption.watchParent(parent)
    let nowhere = open("/dev/null", O_RDWR)
    if nowhere >= 0 {
      dup2(nowhere, STDIN_FILENO)
      dup2(nowhere, STDOUT_FILENO)
      close(nowhere)
    }
  }

  private static func refusal(_ code: Int32) -> CommandError {
    CommandError.toolFailed(
      "no further process can be started (\(String(cString: strerror(code)))); name a smaller --jobs")
  }
}
#endif
