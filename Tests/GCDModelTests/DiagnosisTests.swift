// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Dead sets and their precedence (Design.md "Dead sets"), audit.
final class DiagnosisTests: XCTestCase {
  private func endings(
    _ queues: [QueueShape], _ blocks: [[Act]], groups: Int = 0, semaphores: [Int] = []
  ) -> Set<Explorer.Ending> {
    Explorer(Program(queues: queues, groups: groups, semaphores: semaphores, blocks: blocks)).endings
  }

  /// GCD103, GCD104, GCD205: a provider is missing.
  func testMissingProviders() {
    XCTAssertEqual(endings([], [[Act(.wait, 0)]], semaphores: [0]), [.dead(.semaphoreNeverSignalled)])
    XCTAssertEqual(endings([], [[Act(.enter, 0), Act(.groupWait, 0)]], groups: 1), [.dead(.groupNeverEmpty)])
    XCTAssertEqual(
      endings(
        [QueueShape(.serial)],
        [[Act(.suspend, 0), Act(.async, 0, block: 1), Act(.wait, 0)], [Act(.signal, 0)]],
        semaphores: [0]), [.dead(.leftSuspended)])
    XCTAssertEqual(
      endings([QueueShape(.serial, isInactive: true)], [[Act(.sync, 0, block: 1)], []]),
      [.dead(.leftSuspended)])
  }

  /// A semaphore of initial value 1 that its waiter signals is a lock: philosophers are GCD102.
  func testBinarySemaphoresAsLocks() {
    XCTAssertEqual(
      endings(
        [QueueShape(.global)],
        [
          [Act(.async, 0, block: 1), Act(.async, 0, block: 2)],
          [Act(.wait, 0), Act(.wait, 1), Act(.signal, 1), Act(.signal, 0)],
          [Act(.wait, 1), Act(.wait, 0), Act(.signal, 0), Act(.signal, 1)],
        ], semaphores: [1, 1]), [.done, .dead(.cycle)])
  }

  /// P21: a wait on main for a block that needs main is a cycle in all three forms.
  func testWaitForABlockThatNeedsMain() throws {
    for form in [OperationKind.groupWait, .wait, .sync] {
      let stage = Stage(host: .bodyIsMain)
      let group = stage.world.pointee.makeGroup(creator: stage.body)
      let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
      let queue = stage.queue()
      let item = stage.async(queue, group: form == .groupWait ? group : .none)
      stage.go(item)
      XCTAssertEqual(stage.act(item, .sync, stage.world.pointee.mainQueue)?.kind, .blocked)
      switch form {
      case .groupWait: stage.act(stage.body, .groupWait, group, argument: never)
      case .wait: stage.act(stage.body, .wait, semaphore, argument: never)
      default: XCTAssertEqual(stage.act(stage.body, .sync, queue)?.kind, .deadlock)
      }
      let signals = Trial(task: item, clarity: .clear, helped: [stage.body])
      let dead = try XCTUnwrap(
        stage.world.pointee.diagnoseQuiescence(trials: form == .wait ? [signals] : []))
      XCTAssertEqual(dead.cause, .cycle)
      XCTAssertEqual(Set(dead.members), [stage.body, item])
      XCTAssertEqual(dead.edges.count, 2)
    }
  }

  /// Tasks that only wait for the members are listed apart.
  func testAlsoStuck() throws {
    let stage = Stage()
    let lock = stage.world.pointee.makeLock(recursive: false, creator: stage.body)
    let thread = stage.thread()
    let victim = stage.thread()
    stage.act(thread, .lock, lock)
    XCTAssertEqual(stage.act(thread, .lock, lock)?.kind, .deadlock)
    XCTAssertNil(stage.act(victim, .lock, lock))
    XCTAssertNil(
      stage.act(
        stage.body, .wait, stage.world.pointee.makeSemaphore(value: 0, creator: stage.body), argument: never))
    let dead = try XCTUnwrap(stage.world.pointee.diagnoseQuiescence())
    XCTAssertEqual(dead.members, [thread])
    XCTAssertEqual(Set(dead.alsoStuck), [stage.body, victim])
  }

  /// The end of a run: notifies that never fire, objects left suspended, inactive or entered, abandoned
  /// waits.
  func testAudit() {
    let stage = Stage()
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    let entered = stage.world.pointee.makeGroup(creator: stage.body)
    let suspended = stage.queue()
    let inactive = stage.queue(inactive: true)
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    stage.act(stage.body, .enter, group)
    stage.act(stage.body, .enter, entered)
    let notify = stage.notify(group, suspended)
    stage.act(stage.body, .suspend, suspended)
    let behind = stage.async(suspended)
    let never1 = stage.async(inactive)
    let thread = stage.thread()
    stage.act(thread, .wait, semaphore, argument: never)
    stage.end(stage.body)
    XCTAssertEqual(
      Set(stage.world.pointee.audit()),
      [
        .notifyNeverFires(group: group, item: notify), .leftEntered(entered, count: 1),
        .leftSuspended(suspended, work: [behind]), .leftInactive(inactive, work: [never1]),
        .abandonedWait(WaitEdge(waiter: thread, kind: .semaphore, resource: semaphore, holder: .none)),
      ])
  }

  /// The ledger of a confirming run.
  func testLedger() {
    let stage = Stage(WorldConfiguration(recordsLedger: true))
    let group = stage.world.pointee.makeGroup(creator: stage.body)
    stage.act(stage.body, .enter, group)
    stage.act(stage.body, .leave, group)
    XCTAssertEqual(stage.world.pointee.ledger(of: group).map(\.kind), [.enter, .leave])
    XCTAssertEqual(stage.world.pointee.ledger(of: group).map(\.after), [1, 0])
  }

  /// A repeating timer that wakes nobody is no life (Design.md "Dead timers").
  func testBarrenTimer() {
    let stage = Stage()
    let timer = stage.world.pointee.makeSource(kind: .timer, target: .none, creator: stage.body)
    _ = stage.world.pointee.setHandler(timer, .eventHandler, isPresent: true)
    stage.world.pointee.setInterval(timer, 10)
    stage.act(stage.body, .setTimer, timer, argument: 10)
    stage.act(stage.body, .activate, timer)
    let semaphore = stage.world.pointee.makeSemaphore(value: 0, creator: stage.body)
    XCTAssertNil(stage.act(stage.body, .wait, semaphore, argument: never))
    var steps = 0
    while stage.world.pointee.diagnoseQuiescence() == nil && steps < 100_000 {
      let task = stage.world.pointee.oldestEnabled
      if stage.go(task)?.kind == .started { stage.end(task) }
      steps += 1
    }
    XCTAssertEqual(stage.world.pointee.diagnoseQuiescence()?.cause, .semaphoreNeverSignalled)
  }
}
