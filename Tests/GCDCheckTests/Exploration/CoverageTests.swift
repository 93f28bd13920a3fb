// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// What explorations say of what they came by.
@Suite struct CoverageTests {
  // The mutex is there to be shared.
  private final class Mutex: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit { mutex.deallocate() }

    func visit() {
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    }
  }

  /// Two blocks that take one mutex twice each.
  private static func sections() {
    let mutex = Mutex()
    for _ in 0..<2 {
      DispatchQueue.global().async {
        mutex.visit()
        mutex.visit()
      }
    }
  }

  /// Two callers of a queue that is a mutex for them and a mailbox.
  private static func queues() {
    let queue = DispatchQueue(label: "com.acme.coverage")
    for _ in 0..<2 {
      DispatchQueue.global().async {
        queue.sync {}
        queue.async {}
      }
    }
  }

  /// Blocks that leave a group in whatever order, since nobody can tell.
  private static func group() {
    let group = DispatchGroup()
    for _ in 0..<3 { DispatchQueue.global().async(group: group) {} }
    group.wait()
  }

  /// A lock made of a semaphore, and a hand-over.
  private static func semaphores() {
    let lock = DispatchSemaphore(value: 1)
    let ready = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      DispatchQueue.global().async {
        lock.wait()
        lock.signal()
        ready.signal()
      }
    }
    for _ in 0..<2 { ready.wait() }
  }

  @Test(arguments: [0, 1, 2])
  func aRandomWalkComesToAsManyPartialOrdersAsThereAre(_ index: Int) throws {
    let body = [CoverageTests.sections, CoverageTests.queues, CoverageTests.semaphores][index]
    let all = exploreSchedules(schedules: 20_000, strategy: .exhaustive) { body() }
    #expect(all.isExhaustive)
    let interleavings = try #require(all.search?.interleavings)
    let orders = try #require(all.coverage).partialOrders
    #expect(orders == interleavings)
    #expect(interleavings == [6, 14, 8][index])
    let walk = try #require(
      exploreSchedules(schedules: 2_000, seed: 7, strategy: .random) { body() }.coverage)
    #expect(walk.partialOrders == interleavings)
    #expect(walk.singles == 0)
    #expect(walk.looked == walk.schedulesRun)
    #expect(walk.lastNewPartialOrder < 1_500)
  }

  /// The search does not know beforehand who will be the last.
  @Test func whoLeavesAGroupLastIsNoPartialOrder() throws {
    let all = exploreSchedules(schedules: 1_000, strategy: .exhaustive) { CoverageTests.group() }
    #expect(try #require(all.search).interleavings == 4)
    // The wait comes before the last of them, or after.
    let orders = try #require(all.coverage).partialOrders
    #expect(orders == 2)
  }

  @Test func equalSeedsGiveEqualFigures() throws {
    let figures = (0..<2).map { _ in
      exploreSchedules(schedules: 300, seed: 11) { CoverageTests.semaphores() }.coverage
    }
    #expect(figures[0] == figures[1])
    let seen = try #require(figures[0])
    // As many as there are, in every build; conflict pairs are between places of the machine code.
    #expect(seen.partialOrders == 8)
    #expect(seen.distinctSchedules > 8)
    #expect(seen.lastNewPartialOrder < 300)
  }

  @Test func itStopsEarlyOnlyWhereThatIsAskedFor() throws {
    let whole = exploreSchedules(schedules: 500, seed: 3, strategy: .random) { CoverageTests.semaphores() }
    #expect(whole.schedulesRun == 500)
    let short = exploreSchedules(
      schedules: 500, seed: 3, strategy: .random, options: .init(stopWhenSaturated: true)
    ) {
      CoverageTests.semaphores()
    }
    #expect(short.stopped == .saturated(schedules: 200))
    #expect(short.schedulesRun < 500)
    let seen = try #require(short.coverage)
    #expect(seen.looked - seen.lastNewConflictPair >= 200)
    #expect(seen.singles * 100 < seen.drawn)
  }
}
