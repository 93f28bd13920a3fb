// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule
import Glibc

/// The program's side, before anything of the program has run. The process that the tool starts is prepared,
/// and copied for each process that is to serve; such a copy waits for requests, and runs one of them in each
/// fork.
package enum ForkServer {
  // The process has one thread until a fork begins to run the program, which writes nothing here any more.
  nonisolated(unsafe) private static var channel = LineChannel(descriptor: -1)
  nonisolated(unsafe) private static var setup: Setup?
  /// In a fork.
  nonisolated(unsafe) private static var request: Request?
  /// At its first choice, the process that was forked is to be copied for its request and those that follow.
  nonisolated(unsafe) private static var isShared = false
  nonisolated(unsafe) private static var profile: ExecutionProfile?
  nonisolated(unsafe) private static var steps: UnsafeMutablePointer<Int64>?

  /// Prepares the process, whose copies are to serve; returns the descriptor that the tool orders them over,
  /// or nil when none can serve, which has been said there.
  package static func prepare(channel descriptor: Int32) -> Int32? {
    channel = LineChannel(descriptor: outOfTheWay(descriptor))
    guard let setup = receiveSetup() else { return nil }
    guard setup.version == ProcessProtocol.version else {
      _ = channel.send(Answer(problem: .otherVersion))
      return nil
    }
    if setup.wantsFacts {
      _ = channel.send(Answer(facts: InterpositionReport.here()))
      return nil
    }
    do throws(ControlProblem) {
      try ProgramExecution.prepare()
    } catch {
      _ = channel.send(Answer(problem: ProgramProblem(error)))
      return nil
    }
    Symbolizer.shared.shareAnswers()
    warmUp(setup.options)
    return channel.send(Answer(ready: ProcessProtocol.version)) ? channel.descriptor : nil
  }

  /// Begins to serve on this descriptor, in a copy of the process that was prepared; returns the one that
  /// requests come over, or nil when the tool is gone.
  package static func open(channel descriptor: Int32) -> Int32? {
    channel = LineChannel(descriptor: outOfTheWay(descriptor))
    ProgramExecution.keep(channel.descriptor)
    guard let setup = receiveSetup() else { return nil }
    steps = setup.steps.flatMap(StepCounter.take)
    self.setup = setup
    return channel.send(Answer(ready: ProcessProtocol.version)) ? channel.descriptor : nil
  }

  private static func receiveSetup() -> Setup? {
    channel.receive().flatMap { try? JSONLine.decode(Setup.self, from: $0) }
  }

  /// Keeps what a line has for all requests behind it; false for a request, which nothing is made of here:
  /// the heap of this process is that of all schedules.
  package static func keep(_ line: UnsafeRawBufferPointer) -> Bool {
    let beginning = KeptProfile.beginning
    guard line.count > beginning.utf8CodeUnitCount,
      memcmp(line.baseAddress!, beginning.utf8Start, beginning.utf8CodeUnitCount) == 0
    else { return false }
    profile = read(KeptProfile.self, from: line)?.profile
    return true
  }

  static func read<Message: Decodable>(_ type: Message.Type, from line: UnsafeRawBufferPointer)
    -> Message?
  {
    try? JSONLine.decode(type, from: String(decoding: line, as: UTF8.self))
  }

  /// Makes the process that has just been forked what the request wants it to be.
  ///
  /// - Parameter isShared: At the first choice other requests begin, too.
  package static func begin(_ line: UnsafeRawBufferPointer, isShared: Bool) {
    request = Request(plain: line) ?? read(Request.self, from: line)
    self.isShared = isShared
    guard let setup, let request else { return }
    Breakdown.tell = { breakdown in
      _ = channel.send(Answer(id: ForkServer.request?.id, breakdown: breakdown))
    }
    if let folder = setup.folder { _ = chdir(folder) }
    if let file = request.output {
      redirect(STDOUT_FILENO, STDERR_FILENO, to: file, O_WRONLY | O_CREAT | O_APPEND)
    } else if !request.execution.showsOutput {
      redirect(STDOUT_FILENO, STDERR_FILENO, to: "/dev/null", O_WRONLY)
    }
    redirect(STDIN_FILENO, STDIN_FILENO, to: setup.input ?? "/dev/null", O_RDONLY)
  }

  /// How schedules come to share what is before their first choice.
  package struct Copying {
    let copy: (_ threads: Int) -> UnsafeRawBufferPointer
    let next: (_ flushes: Bool) -> Void

    /// - Parameters:
    ///   - copy: copies the process for the next request, and returns that in the copy; it is given how many
    ///     threads the process has.
    ///   - next: called in such a copy when its schedule is over: as of `ProgramExecution.Copying`.
    package init(
      copy: @escaping (_ threads: Int) -> UnsafeRawBufferPointer, next: @escaping (_ flushes: Bool) -> Void
    ) {
      self.copy = copy
      self.next = next
    }
  }

  /// Called in a copy of the process, before all else.
  package static func copied() { ProgramExecution.copied() }

  /// Runs the block, which is the whole program, whose `main` is at the address `entry`.
  package static func run(
    _ block: UnsafeMutableRawPointer, entry: UInt, _ copying: Copying
  ) -> Never {
    guard let setup, let request else { _exit(2) }
    steps?.pointee = 0
    let shared = ProgramExecution.Copying(
      copy: { threads in next(copying.copy(threads)) }, next: copying.next)
    ProgramExecution.run(
      request.execution, setup.options, profile: profile, search: request.search, block: block, entry: entry,
      steps: steps, isShared ? shared : nil
    ) { outcome in
      send(Answer(id: ForkServer.request?.id, outcome: outcome))
    }
  }

  /// Makes the process, which is a copy, one for the request of this line.
  private static func next(_ line: UnsafeRawBufferPointer) -> ExecutionRequest {
    steps?.pointee = 0
    guard let request = Request(plain: line) else { _exit(2) }
    self.request = request
    return request.execution
  }

  static func send(_ answer: Answer) {
    if let text = answer.plainText {
      _ = channel.send(text: text)
    } else {
      _ = channel.send(answer)
    }
  }

  /// Numbers that hardly any program goes through one by one; the kernel's table for more would cost each
  /// fork.
  private static let quiet: rlim_t = 4_096

  /// The program finds the numbers free that it would find without us.
  private static func outOfTheWay(_ descriptor: Int32) -> Int32 {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return descriptor }
    // Behind the limit where that is possible: the program cannot make a number there by itself.
    let isRaised = limit.rlim_cur < quiet && limit.rlim_max > limit.rlim_cur + 16
    var raised = rlimit(rlim_cur: min(limit.rlim_max, limit.rlim_cur + 16), rlim_max: limit.rlim_max)
    if isRaised { setrlimit(resource, &raised) }
    let wanted = isRaised ? limit.rlim_cur + 8 : min(limit.rlim_cur, quiet + 16) - 8
    let moved = duplicate(descriptor, Int32(clamping: wanted))
    if isRaised { setrlimit(resource, &limit) }
    guard moved >= 0 else { return descriptor }
    close(descriptor)
    return moved
  }

  /// fcntl is variadic in C; Glibc's overlay has the form with one whole number.
  private static func duplicate(_ descriptor: Int32, _ lowest: Int32) -> Int32 {
    fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
  }

  private static func redirect(_ first: Int32, _ second: Int32, to path: String, _ mode: Int32) {
    let file = Glibc.open(path, mode, 0o600)
    guard file >= 0 else { return }
    dup2(file, first)
    if second != first { dup2(file, second) }
    if file != first, file != second { close(file) }
  }
}

extension ProgramProblem {
  init(_ problem: ControlProblem) {
    switch problem {
    case .notInterposed(let cause): self = .notInterposed(cause: cause)
    case .closedLibrary: self = .closedLibrary
    case .unknownLayout(let cause): self = .unknownLayout(cause: cause)
    case .unsupportedPlatform, .nested, .badToken: self = .unsupportedPlatform
    }
  }
}
#endif
