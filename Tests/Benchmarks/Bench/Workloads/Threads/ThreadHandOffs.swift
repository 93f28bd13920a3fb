// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms

/// P1: two threads wake each other `count` times in turn, through a mutex and two conditions.
func runThreadHandOffs(count: Int) {
  let table = Table()
  runThreads(2) { index in
    for _ in 0..<count { table.take(turn: index) }
  }
}

// `turn` changes only under `mutex`.
private final class Table: @unchecked Sendable {
  private let mutex = PosixMutex()
  private let conditions = [PosixCondition(), PosixCondition()]
  private var turn = 0

  func take(turn own: Int) {
    mutex.lock()
    while turn != own { conditions[own].wait(mutex) }
    turn = 1 - own
    conditions[1 - own].signal()
    mutex.unlock()
  }
}
