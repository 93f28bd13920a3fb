// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDUnwind
import GCDModel
import GCDVocabulary

/// In a copy of the process: a loop goes round a few times more, and says what it keeps each time.
final class RoundCopy: ProcessCopy {
  /// By which the loop is met.
  struct Call: Equatable {
    var task: TaskID
    var site: Site
    var kind: OperationKind
  }

  /// What differs in the copy.
  enum Change {
    case nothing
    /// The first words of the stack of the loop's functions.
    case words(of: gcdc_loop, [UInt64])
    /// It is a week later: no test waits so long, and XCTest gives up only after a month.
    case time
  }

  /// What the loop keeps where it is met.
  struct State {
    var stack: UInt64
    /// Registers, global variables and all objects.
    var rest: UInt64
  }

  private let call: Call
  /// How many steps there were when the loop was met last.
  private var lastMeeting: Int
  /// Of the rounds so far; the copy ends before the memory is freed.
  private let states = UnsafeMutableBufferPointer<State>.allocate(capacity: rounds)
  private var count = 0

  private static let rounds = 16
  /// After so many steps the copy is given up.
  private static let mostSteps = 2_000
  private static let week: UInt64 = 7 * 86_400_000_000_000

  private init(_ engine: Engine, _ way: gcdc_copy, _ call: Call) {
    self.call = call
    lastMeeting = engine.pointee.trace.count
    super.init(engine, way)
  }

  /// What the loop that was met here and now keeps in each of the next rounds; nil where it does not come
  /// back as often by the calls of the last look, where nothing can be tried, and in the copy, which
  /// continues.
  private static func states(_ engine: Engine, at call: Call, _ change: Change) -> [State]? {
    if !isPossible(of: engine) { return nil }
    let size = MemoryLayout<State>.stride
    let answer = ask(for: rounds * size, patience: .long) { way in
      RoundCopy(engine, way, call).begin()
      switch change {
      case .nothing: break
      case .words(let loop, let words): LoopReader(engine: engine).restore(words, to: loop)
      case .time: engine.pointee.world.runLate(by: week)
      }
      // A poll before each step.
      engine.pointee.progress.nextPoll = 0
    }
    guard let answer, answer.bytes.count == rounds * size else { return nil }
    return answer.bytes.withUnsafeBytes { Array($0.bindMemory(to: State.self)) }
  }

  override func polls() -> Bool {
    let count = engine.pointee.trace.count
    if count - start > RoundCopy.mostSteps { leave([]) }
    let task = engine.pointee.current
    guard count > lastMeeting, task == call.task else { return true }
    let site = engine.pointee.tasks[task].pointee.site
    let kind = engine.pointee.world.pendingOperation(of: task).kind
    guard Call(task: task, site: site, kind: kind) == call else { return true }
    lastMeeting = count
    guard let address = site.address,
      let loop = LoopReader(engine: engine).loop(behind: address, isDeep: true)
    else { leave([]) }
    states.initializeElement(at: self.count, to: State(stack: loop.stack, rest: loop.rest))
    self.count += 1
    if self.count == RoundCopy.rounds {
      let trace = engine.pointee.trace
      let isOther = (start..<trace.count).contains { index in
        !isOfFramework(trace.steps[index]) && isNew(trace.steps[index])
      }
      leave(isOther ? [] : Array(UnsafeRawBufferPointer(states)))
    }
    return true
  }

  private func isOfFramework(_ step: StepRecord) -> Bool {
    step.task == .body && engine.pointee.progress.pollRounds.awaitsTest
  }

  override func owns(_ address: UInt) -> Bool {
    address == UInt(bitPattern: states.baseAddress) || super.owns(address)
  }

  override func ended() { leave([]) }
}

extension RoundCopy {
  /// Whether the loop that was met here and now goes round without an end: it keeps what it has kept in
  /// earlier rounds, does not read the words of its stack that were others at an earlier meeting, and waits
  /// for no time.
  ///
  /// Two copies whose stacks differ in some words come to the same stack only where the loop does not read
  /// these words: a count stays other by as much, what calls leave there is overwritten. Their objects are
  /// not compared with each other: they know the numbers of their processes.
  ///
  /// False in the copies: they continue.
  ///
  /// - Parameters:
  ///   - words: Of the stack at the earlier meeting; nil = it was the same.
  ///   - readsClock: It asks for the time by more than its rests.
  static func isEndless(
    _ engine: Engine, at call: Call, _ loop: gcdc_loop, unlike words: [UInt64]?, readsClock: Bool
  ) -> Bool {
    guard let states = states(engine, at: call, .nothing), comeAgain(states) else { return false }
    if let words {
      guard let others = self.states(engine, at: call, .words(of: loop, words)),
        comeAgain(others), zip(states, others).contains(where: { $0.stack == $1.stack })
      else { return false }
    }
    return !readsClock || self.states(engine, at: call, .time) != nil
  }

  /// Whether the later ones have all been there: a few come in turns where several tasks go round.
  private static func comeAgain(_ states: [State]) -> Bool {
    let earlier = states.prefix(rounds / 2).map(\.rest)
    return states.dropFirst(rounds / 2).allSatisfy { earlier.contains($0.rest) }
  }
}
#endif
