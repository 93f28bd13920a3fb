// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary
import XCTest

/// Which of several stuck tasks is the cause, by what a copy of the run has shown of each.
final class BlameGraphTests: XCTestCase {
  private let never = Operation.noDeadline
  private var stage = Stage()

  override func setUp() { stage = Stage() }

  private func semaphore() -> ObjectID {
    stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
  }

  /// A thread that waits for a semaphore of its own.
  private func waiter(for semaphore: ObjectID) -> TaskID {
    let thread = stage.thread()
    XCTAssertNil(stage.act(thread, .wait, semaphore, argument: never))
    return thread
  }

  private func dead(_ trials: [Trial], _ openings: [Opening] = []) throws -> DeadSet {
    try XCTUnwrap(stage.world.pointee.diagnoseQuiescence(trials: trials, openings: openings))
  }

  private func clear(_ task: TaskID, helps helped: TaskID...) -> Trial {
    Trial(task: task, clarity: .clear, helped: helped)
  }

  /// The body waits for one thread, and that for another one: the last one is the cause.
  func testTheLastOfAChainIsTheCause() throws {
    let last = waiter(for: semaphore())
    let middle = waiter(for: semaphore())
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let found = try dead([
      clear(stage.body), clear(middle, helps: stage.body), clear(last, helps: middle),
    ])
    XCTAssertEqual(found.cause, .semaphoreNeverSignalled)
    XCTAssertEqual(found.members, [last])
    XCTAssertEqual(Set(found.alsoStuck), [stage.body, middle])
  }

  /// Two that would have ended each other's waits are a cycle, and one that only needs them is none of it.
  func testTrialsCloseACycle() throws {
    let first = waiter(for: semaphore())
    let second = waiter(for: semaphore())
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let found = try dead([
      clear(stage.body), clear(first, helps: second, stage.body), clear(second, helps: first),
    ])
    XCTAssertEqual(found.cause, .cycle)
    XCTAssertEqual(Set(found.members), [first, second])
    XCTAssertEqual(found.alsoStuck, [stage.body])
  }

  /// One that only lets another task continue, which then ends the wait, is in no cycle for that.
  func testOneThatLetsOthersContinueIsInNoCycle() throws {
    let accounts = waiter(for: semaphore())
    let users = waiter(for: semaphore())
    let pages = waiter(for: semaphore())
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let leads = Trial(task: pages, clarity: .clear, helped: [], led: [accounts])
    let first = clear(accounts, helps: users, pages, stage.body)
    let found = try dead([clear(stage.body), first, clear(users, helps: accounts), leads])
    XCTAssertEqual(found.cause, .cycle)
    XCTAssertEqual(Set(found.members), [accounts, users])
    // Where it is not known who ends the wait then, it is better than none.
    let unknown = Trial(task: users, clarity: .unclear, helped: [])
    let guessed = try dead([clear(stage.body), first, unknown, leads])
    XCTAssertEqual(Set(guessed.members), [accounts, pages])
  }

  /// A semaphore of one permit is the lock of the task that took it, unless that would not signal it.
  func testTrialsRefuteTheTakerOfASemaphore() throws {
    let permit = stage.world.pointee.makeSemaphore(value: 1, creator: stage.body)
    stage.act(stage.body, .wait, permit)
    stage.act(stage.body, .wait, permit, argument: never)
    XCTAssertEqual(try dead([]).cause, .cycle)
    XCTAssertEqual(try dead([clear(stage.body, helps: stage.body)]).cause, .cycle)
    let unclear = Trial(task: stage.body, clarity: .unclear, helped: [])
    XCTAssertEqual(try dead([unclear]).cause, .cycle)
    let ended = Trial(task: stage.body, clarity: .unclear, helped: [], hasEnded: true)
    for trial in [clear(stage.body), ended] {
      let found = try dead([trial])
      XCTAssertEqual(found.cause, .semaphoreNeverSignalled)
      XCTAssertEqual(found.edges.map(\.holder), [.none])
    }
  }

  /// What a task would do is not known: it is blamed, as the one that nothing ends, but closes no cycle.
  func testGuessesMakeConsequencesAndNoCycle() throws {
    let condition = stage.world.pointee.makeCondition(creator: stage.body)
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let thread = stage.thread()
    stage.act(thread, .lock, lock)
    stage.act(thread, .conditionWait, condition, other: lock.rawValue, argument: never)
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let looksAgain = Trial(task: thread, clarity: .waitsAgain, helped: [])
    let body = Trial(task: stage.body, clarity: .unclear, helped: [])
    let found = try dead([body, looksAgain])
    XCTAssertEqual(found.cause, .neverSatisfied)
    XCTAssertEqual(found.members, [thread])
    // One that was there before what the body waits for, and has never used it, serves others.
    let serves = Trial(task: thread, clarity: .waitsAgain, helped: [], unlikely: [stage.body])
    XCTAssertEqual(try dead([body, serves]).members, [stage.body])
  }

  /// Those that wait for the same do not end each other's waits, and are one cause.
  func testPeersAreOneCause() throws {
    let gate = semaphore()
    let first = waiter(for: gate)
    let second = waiter(for: gate)
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let found = try dead([
      clear(stage.body), clear(first, helps: second, stage.body), clear(second, helps: first, stage.body),
    ])
    XCTAssertEqual(found.cause, .semaphoreNeverSignalled)
    XCTAssertEqual(Set(found.members), [first, second])
  }

  /// But one of them that gives more than it takes is the cause of the other one's wait.
  func testAPeerThatGivesMoreIsTheCause() throws {
    let gate = semaphore()
    let handler = waiter(for: gate)
    stage.act(stage.body, .wait, gate, argument: never)
    let found = try dead([clear(stage.body), clear(handler, helps: stage.body)])
    XCTAssertEqual(found.cause, .semaphoreNeverSignalled)
    XCTAssertEqual(found.edges.first?.waiter, handler)
  }

  /// A block behind a suspension is a cause only where it would have helped.
  func testOnlySuspensionsThatMatter() throws {
    let queue = stage.queue()
    stage.act(stage.body, .suspend, queue)
    let block = stage.async(queue)
    let gate = semaphore()
    stage.act(stage.body, .wait, gate, argument: never)
    XCTAssertEqual(try dead([clear(stage.body), clear(block)]).cause, .semaphoreNeverSignalled)
    XCTAssertEqual(try dead([clear(stage.body), clear(block, helps: stage.body)]).cause, .leftSuspended)
  }

  /// A source that would have ended the wait, had it been activated.
  func testClosedSource() throws {
    let timer = stage.world.pointee.makeSource(kind: .timer, target: .none, creator: stage.body)
    _ = stage.world.pointee.setHandler(timer, .eventHandler, isPresent: true)
    stage.act(stage.body, .wait, semaphore(), argument: never)
    XCTAssertEqual(stage.world.pointee.closedSources(), [timer])
    let found = try dead([], [Opening(object: timer, helped: [stage.body])])
    XCTAssertEqual(found.cause, .leftSuspended)
    XCTAssertEqual(found.edges.map(\.resource), [timer])
    XCTAssertEqual(try dead([], [Opening(object: timer, helped: [])]).cause, .semaphoreNeverSignalled)
  }

  /// A block that waits for a group which stays entered.
  func testNotifyThatNeverRuns() throws {
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    stage.act(stage.body, .enter, group)
    let block = stage.notify(group, stage.queue())
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let found = try dead([clear(stage.body), clear(block, helps: stage.body)])
    XCTAssertEqual(found.cause, .notifyNeverRuns)
    XCTAssertEqual(found.edges.map(\.resource), [group])
    XCTAssertEqual(try dead([clear(stage.body), clear(block)]).cause, .semaphoreNeverSignalled)
  }

  /// A long queue behind a stuck block is no recursion.
  func testLongQueues() throws {
    let queue = stage.queue()
    let first = stage.async(queue)
    stage.go(first)
    stage.act(first, .wait, semaphore(), argument: never)
    let blocks = (0..<3_000).map { _ in stage.async(queue) }
    stage.act(stage.body, .wait, semaphore(), argument: never)
    let found = try dead([clear(stage.body), clear(first), clear(blocks[2_999], helps: stage.body)])
    XCTAssertEqual(found.members, [first])
  }
}

/// Ends of waits that are supposed.
final class SupposedEndTests: XCTestCase {
  private let never = Operation.noDeadline
  private var stage = Stage()

  override func setUp() { stage = Stage() }

  func testAWaitForASemaphoreTakesNothingFromOthers() {
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    stage.act(stage.body, .wait, semaphore, argument: never)
    XCTAssertEqual(stage.world.pointee.supposeEnd(ofWaitOf: stage.body)?.outcome.kind, .completed)
    // What was given in advance: the next signal makes up for it.
    XCTAssertEqual(stage.world.pointee.semaphores.value(of: semaphore), -1)
    XCTAssertTrue(stage.world.pointee.waits(of: stage.body).isEmpty)
  }

  func testALockChangesItsOwner() {
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let thread = stage.thread()
    stage.act(thread, .lock, lock)
    XCTAssertNil(stage.act(stage.body, .lock, lock))
    XCTAssertEqual(stage.world.pointee.supposeEnd(ofWaitOf: stage.body)?.outcome.kind, .completed)
    XCTAssertEqual(stage.world.pointee.locks.owner(of: lock), stage.body)
  }

  func testAConditionWaitTakesItsLockBack() {
    let condition = stage.world.pointee.makeCondition(creator: stage.body)
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    stage.act(stage.body, .lock, lock)
    stage.act(stage.body, .conditionWait, condition, other: lock.rawValue, argument: never)
    let thread = stage.thread()
    stage.act(thread, .lock, lock)
    XCTAssertEqual(stage.world.pointee.supposeEnd(ofWaitOf: stage.body)?.outcome.kind, .blocked)
    XCTAssertEqual(stage.world.pointee.supposeEnd(ofWaitOf: stage.body)?.outcome.kind, .completed)
    XCTAssertEqual(stage.world.pointee.locks.owner(of: lock), stage.body)
  }

  func testABlockStartsBehindAnother() {
    let queue = stage.queue()
    let first = stage.async(queue)
    stage.go(first)
    let second = stage.async(queue)
    XCTAssertEqual(stage.world.pointee.supposeEnd(ofWaitOf: second)?.outcome.kind, .started)
    XCTAssertEqual(stage.world.pointee.phase(of: second), .running)
  }

  func testASyncEntersAQueueThatIsHeld() {
    let queue = stage.queue()
    let block = stage.async(queue)
    stage.go(block)
    XCTAssertEqual(stage.act(stage.body, .sync, queue)?.kind, .blocked)
    XCTAssertEqual(stage.world.pointee.supposeEnd(ofWaitOf: stage.body)?.outcome.kind, .completed)
    XCTAssertEqual(stage.world.pointee.owner(ofQueue: queue), stage.body)
  }

  func testARunningTaskHasNoWait() {
    XCTAssertNil(stage.world.pointee.supposeEnd(ofWaitOf: stage.body))
  }
}
