// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDRuntime
import Synchronization
import Testing

@testable import GCDCheck

@Suite struct LockedStateTests {
  private final class Counter: Sendable {
    let state = LockedState(0)
    let isOver = Atomic(false)
    let outside = LockedState(0)

    /// Takes so long that another thread comes and waits in the kernel.
    func count() {
      state.withLock { value in
        usleep(100)
        value += 1
      }
    }
  }

  /// A thread outside of the run waits in the kernel for what a virtual thread gives back.
  @Test(arguments: [BodyHost.mainThread, .served])
  func aVirtualThreadGivesBackWhatAnotherThreadWaitsFor(_ host: BodyHost) {
    let counter = Counter()
    let other = Thread {
      while !counter.isOver.load(ordering: .relaxed) {
        counter.count()
        counter.outside.withLock { $0 += 1 }
      }
      counter.isOver.store(false, ordering: .releasing)
    }
    other.start()
    var options = ExplorationOptions(schedules: 5)
    options.bodyHost = host
    let exploration = exploreSchedules(options: options) {
      for _ in 0..<100 { counter.count() }
    }
    counter.isOver.store(true, ordering: .relaxed)
    while counter.isOver.load(ordering: .acquiring) { usleep(1_000) }
    #expect(exploration.findings.isEmpty && exploration.schedulesRun > 0)
    let (all, outside) = (counter.state.withLock { $0 }, counter.outside.withLock { $0 })
    // How often a body without a choice is executed is not what is tested.
    #expect(all > outside && (all - outside).isMultiple(of: 100))
  }
}
#endif
