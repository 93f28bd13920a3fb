// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDReport
import GCDVocabulary
import Glibc

/// What must still be reported when the process cannot continue: the body crashed, ran out of stack, or never
/// comes back.
///
/// Kept apart from the engine's state: it is read in a signal handler or by the watchdog's thread while the
/// carrier stalls, at any point of the engine.
enum ExecutionGuard {
  // Written by the owner of the run lock before and after an exploration, read while the carrier is held.
  nonisolated(unsafe) private static var engine: Engine?
  nonisolated(unsafe) private static var options = ExplorationOptions()
  /// Nil where the run is that of a whole program, which is sent what its findings say about it.
  nonisolated(unsafe) private static var requests: NumberedRequests?
  nonisolated(unsafe) private static var isWatching = false
  nonisolated(unsafe) private static var hasExitHandler = false
  /// Reported instead of the user where the run is that of a whole program.
  nonisolated(unsafe) private static var program: ProgramExecution?

  static func begin(_ engine: Engine, _ options: ExplorationOptions, program: ProgramExecution? = nil) {
    self.engine = engine
    self.options = options
    requests = program == nil ? NumberedRequests(options, .inProcess) : nil
    self.program = program
    gcdc_set_run_member(true)
    _ = DebuggerStop.asked
    isWatching = gcdc_fault_watch { fault in ExecutionGuard.crashed(fault.pointee) }
    engine.watchForCut()
    if program == nil { gcdc_watchdog_on_late { ExecutionGuard.isLate() } }
    startWatchdog(engine)
    installExitHandlers()
  }

  private static func startWatchdog(_ engine: Engine, isArmed: Bool = true) {
    let milliseconds = ExecutionGuard.externalTimeout
    if milliseconds == 0, options.timeLimit == nil { return }
    let offset = MemoryLayout<Execution>.offset(of: \Execution.activity)!
    let counter = UnsafeRawPointer(engine).advanced(by: offset).assumingMemoryBound(to: UInt64.self)
    _ = gcdc_watchdog_start(counter, milliseconds) { stall in ExecutionGuard.stalled(stall.pointee) }
    if isArmed { gcdc_watchdog_arm(true) }
  }

  /// The process is a copy, whose schedules have the thread of the watchdog in common.
  static func startInCopy(_ engine: Engine) { startWatchdog(engine, isArmed: false) }

  /// The process is a copy of the one that the run has begun in, with the calling thread alone.
  static func continueInCopy(_ engine: Engine) {
    gcdc_fault_watch_in_copy()
    startWatchdog(engine)
  }

  /// Threads of the kernel's that the process has by what is known: the carrier, the watchdog's, and those
  /// that virtual threads borrow.
  static var threads: Int { 1 + (gcdc_watchdog_runs_here() ? 1 : 0) + gcdc_thread_count_here() }

  /// Reads what the environment says, and calls the handlers behind all that are installed later.
  static func prepare() {
    _ = (DebuggerStop.asked, externalTimeout)
    installExitHandlers()
  }

  static func installExitHandlers() {
    if hasExitHandler { return }
    hasExitHandler = true
    gcdc_on_sanitizer_death { ExecutionGuard.diedInSanitizer() }
    on_exit(
      { status, _ in
        ExecutionGuard.exited(status)
        ExecutionGuard.executeNext(flushes: true)
      }, nil)
    at_quick_exit { ExecutionGuard.exited(gcdc_quick_exit_status()) }
  }

  static func end() {
    gcdc_watchdog_arm(false)
    if isWatching { gcdc_fault_unwatch() }
    engine = nil
  }

  /// Real milliseconds without a step before a run counts as stuck: `GCDCHECK_WATCHDOG` in seconds, 0 =
  /// never.
  private static let externalTimeout: UInt32 = {
    RealSeconds(.watchdog).map { UInt32($0.nanoseconds / 1_000_000) } ?? 10_000
  }()

  /// A schedule that is to end makes no step, so that nothing can end it.
  private static func isLate() {
    write(
      "gcdcheck: \(options.displayName) is to stop, but the code under test computes or waits without a call "
        + "that gcdcheck sees; it stops at the next one\n")
  }

  // MARK: The three ways

  private static func crashed(_ fault: gcdc_fault) {
    ProcessCopy.current?.crashed()
    guard let engine, engine.pointee.run.phase != .over, fault.on_carrier else { return }
    let cause: TestFailure.Cause
    if fault.is_stack_overflow {
      cause = .stackOverflow
    } else {
      switch fault.signal {
      case SIGILL, SIGTRAP: cause = .trap(message: nil)
      default: cause = .signal(number: Int(fault.signal), name: signalName(fault.signal))
      }
    }
    func finding() -> Finding {
      let evidence = self.evidence(engine, fault.registers)
      return evidence.processFailure(cause, by: evidence.naming.details(engine.pointee.current, .running))
    }
    _ = gcdc_control(false)
    if let program {
      program.crashed(engine, fault.signal, at: fault.registers.pc, finding: finding)
    } else {
      tell(finding())
    }
  }

  private static func stalled(_ stall: gcdc_stall) {
    ProcessCopy.current?.crashed()
    guard let engine, engine.pointee.run.phase != .over else { return }
    func finding() -> Finding {
      let evidence = self.evidence(engine, stall.has_registers ? stall.registers : nil)
      let current = engine.pointee.current
      let participant = evidence.naming.participant(current)
      let kind: FindingKind =
        stall.is_blocked
        ? .uncontrolled(
          Uncontrolled(.blocks(call: gcdc_foreign_wait().map { String(cString: $0) }), by: participant))
        : .livelock(
          Livelock(
            .noDispatchCall, steps: engine.pointee.trace.count,
            spinning: current == .none ? [] : [participant]))
      var finding = evidence.withRecordedTrace(
        evidence.finding(
          kind,
          participants: current == .none
            ? [] : [evidence.naming.details(current, stall.is_blocked ? .running : .spinning)],
          steps: evidence.interactions(before: engine.pointee.trace.count)))
      // The others cannot run meanwhile, as they do on several processors.
      if !stall.is_blocked {
        finding.context.verdict = .potential
        finding.severity = .warning
      }
      return finding
    }
    if let program {
      program.stalled(engine, finding: finding)
    } else {
      tell(finding())
      if !stall.is_blocked { write(Notice.processGivenUp.text + "\n") }
    }
    // Also after a warning: what else the process was to do has not been done.
    _exit(1)
  }

  /// AddressSanitizer has reported an error, and the process is about to end.
  private static func diedInSanitizer() {
    ProcessCopy.current?.crashed()
    guard let engine, engine.pointee.run.phase != .over, gcdc_is_controlled() else { return }
    _ = gcdc_control(false)
    gcdc_watchdog_arm(false)
    let evidence = self.evidence(engine, nil)
    let stack = engine.pointee.stacks.captureHere()
    tell(evidence.processFailure(.sanitizer, by: caller(engine, evidence, stack)))
  }

  /// The running task with the stack of the caller that called what ends the process; no frames where main
  /// returned.
  private static func caller(
    _ engine: Engine, _ evidence: FindingBuilder, _ stack: StackReference
  ) -> Participant {
    var participant = evidence.naming.details(engine.pointee.current, .running)
    participant.stack = Array(evidence.naming.frames(stack, or: .none).drop { !$0.isUserCode })
    return participant
  }

  /// The process has ended but for its last system call: it may execute another schedule.
  static func executeNext(flushes: Bool) {
    guard let engine, engine.pointee.exploration.processID == getpid() else { return }
    program?.nextInPlace?(flushes)
  }

  static func exited(_ status: Int32) {
    ProcessCopy.current?.exited()
    guard let engine, engine.pointee.run.phase != .over, engine.pointee.exploration.processID == getpid()
    else {
      return
    }
    _ = gcdc_control(false)
    gcdc_watchdog_arm(false)
    engine.finishAtRest()
    let isFailure = program?.isFailure(status) ?? true
    // The unwinder takes longer than a short schedule the first time.
    let stack = isFailure ? engine.pointee.stacks.captureHere() : .none
    func finding() -> Finding {
      let evidence = self.evidence(engine, nil)
      let participant = caller(engine, evidence, stack)
      let cause: TestFailure.Cause =
        program == nil ? .exit(code: Int(status)) : .status(code: Int(status))
      let entry = program?.entry ?? 0
      return evidence.processFailure(
        cause, by: participant,
        at: participant.stack.isEmpty && entry != 0 ? evidence.naming.location(ofFunctionAt: entry) : nil)
    }
    if let program { return program.exited(engine, status, finding: finding) }
    tell(finding())
    _exit(1)
  }

  /// The process is about to become another program's (exec).
  static func replaced(by path: String) {
    ProcessCopy.current?.exited()
    guard let engine, engine.pointee.run.phase != .over, engine.pointee.exploration.processID == getpid()
    else {
      return
    }
    let stack = engine.pointee.stacks.captureHere()
    func finding() -> Finding {
      let evidence = self.evidence(engine, nil)
      return evidence.withRecordedTrace(
        evidence.finding(
          .uncontrolled(
            Uncontrolled(
              .replacesProgram(by: path), by: evidence.naming.participant(engine.pointee.current))),
          participants: [caller(engine, evidence, stack)]))
    }
    gcdc_watchdog_arm(false)
    if let program { program.replaced(engine, finding: finding) } else { tell(finding()) }
    // Where the other program cannot be started this one continues.
    gcdc_watchdog_arm(true)
  }

  // MARK: Telling

  private static func evidence(_ engine: Engine, _ registers: gcdc_registers?) -> FindingBuilder {
    _ = gcdc_control(false)
    let evidence = FindingBuilder(engine, program?.context(engine) ?? context(engine), BodyOutcome(), options)
    if let registers { evidence.naming.interrupt(engine.pointee.current, at: registers) }
    return evidence
  }

  private static func context(_ engine: Engine) -> FindingOrigin {
    let scheduler = engine.pointee.exploration.scheduler
    let token = scheduler.token(poolWidth: engine.pointee.world.width)
    guard let requests else { internalError("a run without an exploration ends the process") }
    return requests.context(scheduler.plan.number, ledBy: scheduler.plan.words, token)
  }

  /// The headline goes out before anything is looked up that could fail in a process that is already broken.
  private static func tell(_ finding: Finding) {
    write("\n" + finding.report + "\n")
  }

  private static func write(_ text: String) {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = Glibc.write(2, UnsafeRawPointer(bytes.baseAddress! + rest.startIndex), rest.count)
        if written <= 0 { return }
        rest = rest.dropFirst(written)
      }
    }
  }
}
#endif
