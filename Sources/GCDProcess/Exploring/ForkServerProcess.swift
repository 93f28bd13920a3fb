// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import Glibc

/// A process of a loaded program, which waits in front of its first instruction and runs one schedule after
/// the other, each in a fork.
final class ForkServerProcess {
  /// What came of one request.
  struct Completed {
    var id: Int
    /// Nil when the schedule ended without a word.
    var outcome: RemoteExecution?
    /// It could not be executed to an end.
    var breakdown: Breakdown?
    /// As waitpid gives it.
    var status: Int32
    var request: Request

    /// Ended by what no process can see coming, without a word.
    var isKilled: Bool { outcome == nil && breakdown == nil && status & 0x7f == SIGKILL }
  }

  let process: pid_t
  private let counter: StepCounter
  private var channel: LineChannel
  /// Requests without an answer, oldest first.
  private(set) var pending: [Request] = []
  private var contexts = ContextTexts()
  private var outcome: RemoteExecution?
  private var breakdown: Breakdown?

  var descriptor: Int32 { channel.descriptor }

  /// Starts a process of the program and waits until it serves.
  ///
  /// - Parameter words: what the program gets as its arguments, its own name first.
  init(_ program: LoadedProgram, _ words: [String], _ setup: Setup) throws(ProgramProblem) {
    let ends = try LineChannel.pair()
    channel = LineChannel(descriptor: ends.own)
    counter = StepCounter()
    var setup = setup
    if counter.descriptor >= 0 { setup.steps = TargetProgram.stepsNumber }
    do throws(ProgramProblem) {
      defer { close(ends.other) }  // or the end of the process would not end the channel
      process = try program.start(words, channel: ends.other, steps: counter.descriptor)
    } catch {
      close(ends.own)
      throw error
    }
    guard channel.send(setup), channel.receive() != nil else { throw failure() }
  }

  deinit { end() }

  /// The processor time that the process and its forks had taken when it was looked at last, in ticks.
  private var ticks: UInt64 = 0

  /// Whether one of its processes has computed since the last call.
  func hasComputed() -> Bool {
    let before = ticks
    ticks = ProcessGroup.processorTicks(of: process)
    return ticks != before
  }

  /// Steps that the schedule has made that runs now, to the last look that it took.
  var steps: Int { counter.steps }

  /// It was sent a profile of the program.
  var knowsProfile = false

  /// Asks for a schedule; false when the process is gone.
  func send(_ request: Request) -> Bool {
    pending.append(request)
    if let text = request.plainText(&contexts) {
      return channel.send(text: text, filledTo: ProcessProtocol.requestUnit)
    }
    return channel.send(request, filledTo: ProcessProtocol.requestUnit)
  }

  /// Sends what the requests behind it are executed by; false when the process is gone.
  func send(_ profile: KeptProfile) -> Bool { channel.send(profile) }

  /// Reads what has arrived; false when the process is gone.
  func read(_ completed: inout [Completed]) -> Bool {
    let isThere = channel.fill()
    while let line = channel.takeLine() {
      guard let answer = Answer(line: line) else { continue }
      if let outcome = answer.outcome, answer.id == pending.first?.id { self.outcome = outcome }
      if let end = answer.breakdown, answer.id == pending.first?.id { breakdown = end }
      if let status = answer.ended, !pending.isEmpty {
        let request = pending.removeFirst()
        completed.append(
          Completed(
            id: request.id, outcome: outcome, breakdown: breakdown, status: status, request: request))
        outcome = nil
        breakdown = nil
      }
    }
    return isThere
  }

  /// For an end that takes a millisecond; who does not come to it by then is killed.
  private static let externalTimeout: Duration = .milliseconds(500)

  /// Ends the process and what it has started; how it ended, as waitpid gives it.
  @discardableResult
  func end() -> Int32 {
    guard channel.descriptor >= 0 else { return 0 }
    close(channel.descriptor)
    channel = LineChannel(descriptor: -1)
    var status: Int32 = 0
    // It ends what its schedule has started, wherever that is, before it ends itself.
    kill(process, SIGTERM)
    let start = ContinuousClock.now
    while waitpid(process, &status, WNOHANG) == 0 {
      if .now - start > ForkServerProcess.externalTimeout {
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        break
      }
      usleep(500)
    }
    kill(-process, SIGKILL)
    return status
  }

  /// Why there was no answer to the first line.
  private func failure() -> ProgramProblem {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(channel.descriptor)
    channel = LineChannel(descriptor: -1)
    return status & 0x7f == SIGKILL ? .killed(status: status) : .noAnswer
  }
}

/// What the kernel tells about the processes of one group.
enum ProcessGroup {
  /// The processor time of all its living processes and of the children that they have waited for, in ticks
  /// of the clock; 0 when the group is gone or /proc is not there.
  static func processorTicks(of group: pid_t) -> UInt64 {
    guard let directory = opendir("/proc") else { return 0 }
    defer { closedir(directory) }
    var sum: UInt64 = 0
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name), let fields = fields(of: process), fields.count > 14 else { continue }
      if pid_t(fields[2]) == group { sum += fields[11...14].reduce(0) { $0 + (UInt64($1) ?? 0) } }
    }
    return sum
  }

  /// The words of a process's "stat" after its name, which may hold anything: state, parent, group, …
  private static func fields(of process: pid_t) -> [Substring]? {
    let text = systemText("/proc/\(process)/stat")
    guard let parenthesis = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: parenthesis)...].split(separator: " ")
  }
}
#endif
