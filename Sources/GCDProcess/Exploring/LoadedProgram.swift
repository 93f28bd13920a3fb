// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import Glibc

/// A program that is loaded once, and of which as many processes serve as are asked for.
///
/// To load a program, to rewrite the tables of its libraries and to use the Swift runtime for the first time
/// takes as long as many schedules of a test; a process that serves is a copy of one that has all that.
package final class LoadedProgram {
  private let program: TargetProgram
  private let options: ProgramOptions
  /// Nil until the first process is wanted, and where it was killed.
  private var loaded: LoadedProcess?

  /// - Parameter program: the words of the processes that serve may be others.
  package init(_ program: TargetProgram, _ options: ExplorationOptions) {
    self.program = program
    self.options = ProgramOptions(options, allowedStatuses: [])
  }

  /// Starts a process that is to serve, in a process group of its own.
  ///
  /// - Parameters:
  ///   - words: what the program gets as its arguments, its own name first.
  ///   - channel: the process's end of it.
  ///   - steps: memory for the number of steps; -1 = none.
  /// - Throws: `ProgramProblem.killed` where the loaded process is gone; the next call loads another one.
  func start(_ words: [String], channel: Int32, steps: Int32) throws(ProgramProblem) -> pid_t {
    if loaded == nil { loaded = try LoadedProcess(program, options) }
    let answer = loaded!.copy(words, descriptors: steps < 0 ? [channel] : [channel, steps])
    guard let answer else {
      let status = loaded!.end()
      loaded = nil
      throw .killed(status: status)
    }
    if answer < 0 { throw .notStarted(reason: String(cString: strerror(-answer))) }
    return answer
  }
}

/// The process in which a program is loaded, and waits in front of its first instruction.
final class LoadedProcess {
  /// Where they are asked for.
  private(set) var facts: InterpositionReport?
  private let process: pid_t
  private var channel: LineChannel

  /// Starts the program and waits until it can be copied, or has said what can be controlled in it.
  init(
    _ program: TargetProgram, _ options: ProgramOptions, wantsFacts: Bool = false
  ) throws(ProgramProblem) {
    let ends = try LineChannel.pair()
    do throws(ProgramProblem) {
      defer { close(ends.other) }  // or the end of the process would not end the channel
      process = try program.start(channel: ends.other)
    } catch {
      close(ends.own)
      throw error
    }
    channel = LineChannel(descriptor: ends.own)
    let setup = Setup(
      version: ProcessProtocol.version, options: options, input: nil, wantsFacts: wantsFacts)
    guard channel.send(setup), let line = channel.receive(),
      let answer = try? JSONLine.decode(Answer.self, from: line)
    else {
      let status = end()
      throw status & 0x7f == SIGKILL ? .killed(status: status) : .noAnswer
    }
    facts = answer.facts
    if let problem = answer.problem { throw problem }
  }

  deinit { end() }

  /// Copies the process; the copy's number, or an error of the system below zero. Nil when the process is
  /// gone.
  func copy(_ words: [String], descriptors: [Int32]) -> Int32? {
    let text = words.flatMap { $0.utf8 + [0] }
    var order = [UInt32(words.count), UInt32(text.count)]
    let isSent = order.withUnsafeMutableBytes { channel.send($0, descriptors) } && channel.send(text)
    var answer: Int32 = 0
    let isAnswered = isSent && withUnsafeMutableBytes(of: &answer) { channel.receive($0) }
    return isAnswered ? answer : nil
  }

  /// Ends the process; how it ended, as waitpid gives it.
  @discardableResult
  func end() -> Int32 {
    guard channel.descriptor >= 0 else { return 0 }
    close(channel.descriptor)
    channel = LineChannel(descriptor: -1)
    kill(process, SIGTERM)  // who has not come so far as to read does not see the end of the stream
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
#endif
