// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Testing

@Suite struct FirstTests {
  @Test func aCleanBodyIsExplored() {
    let exploration = exploreSchedules(schedules: 50) {
      let queue = DispatchQueue(label: "com.acme.q")
      var n = 0
      queue.async { nonisolated(unsafe) let _ = 0 }
      queue.sync { n += 1 }
      #expect(n == 1)
    }
    #expect(exploration.findings.isEmpty)
    for f in exploration.findings { print(f.report) }
    #expect(exploration.schedulesRun > 0)
  }
  @Test func ownQueue() {
    let exploration = exploreSchedules(schedules: 50) {
      let queue = DispatchQueue(label: "com.acme.q")
      queue.sync { queue.sync {} }
    }
    #expect(exploration.findings.map(\.code) == ["GCD101"])
    for f in exploration.findings { print(f.report) }
  }
}
