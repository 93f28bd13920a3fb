// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime

@testable import GCDScenario

/// Runtime calls without control: `explore` runs the body on the real library, once for each way that
/// `either` can go, and what the scenario asked for is kept. For scenarios whose body waits for all that it
/// started.
final class PlainRuntime: @unchecked Sendable {
  // Written under the lock: blocks run on real threads.
  private let lock = NSLock()
  private(set) var places: [SourcePosition] = []
  private(set) var names: [String] = []
  private(set) var notes: [String] = []
  private(set) var failures: [String] = []
  private(set) var touches: [String] = []
  private var way = 0
  private let ways: Int

  init(ways: Int = 1) { self.ways = ways }

  var runtime: RuntimeCalls {
    RuntimeCalls(
      explore: { (_, _, _, _, _, afterSchedule, body) throws(ControlProblem) in
        for way in 0..<self.ways {
          self.way = way
          try? body()
          afterSchedule()
        }
        return Exploration()
      },
      intern: { _ in 0 },
      at: { _, line, column in self.note { $0.places.append(SourcePosition(line: line, column: column)) } },
      choose: { count in min(self.way, count - 1) },
      read: { variable in self.note { $0.touches.append("read \(variable)") } },
      write: { variable in self.note { $0.touches.append("write \(variable)") } },
      fail: { message in self.note { $0.failures.append(message) } },
      note: { text in self.note { $0.notes.append(text) } },
      stepsMade: { 0 },
      privatePost: { _ in },
      nameLastObject: { name in self.note { $0.names.append(name) } },
      nameVariable: { _, name in self.note { $0.names.append(name) } })
  }

  private func note(_ change: (PlainRuntime) -> Void) {
    lock.lock()
    change(self)
    lock.unlock()
  }
}
