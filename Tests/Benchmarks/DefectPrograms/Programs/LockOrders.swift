// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Locks and queues that are entered in different orders.
  static let lockOrders = [
    DefectProgram(
      "deadlock01", .deadlock, depth: 2, threads: 2, "two threads take two mutexes in opposite orders"
    ) { isFixed in
      let locks = [PosixMutex(), PosixMutex()]
      let counter = Variable(0)
      runThreads(2) { index in
        let first = isFixed ? 0 : index
        locks[first].section { locks[1 - first].section { counter.value += 1 } }
      }
      try require(counter.value, is: 2)
    },
    DefectProgram(
      "carter01", .deadlock, depth: 2, threads: 4,
      "two groups of users share the mutex of their counts, and one waits inside of it for the other"
    ) { isFixed in
      let counts = [PosixMutex(), PosixMutex()]
      let resource = PosixMutex()
      let users = [Variable(0), Variable(0)]
      runThreads(4) { index in
        // The last two only come and go, as bystanders.
        if index > 1 { return }
        let lock = counts[isFixed ? index : 0]
        lock.section {
          users[index].value += 1
          if users[index].value == 1 { resource.lock() }
        }
        lock.section {
          users[index].value -= 1
          if users[index].value == 0 { resource.unlock() }
        }
      }
    },
    philosophers(3), philosophers(5), philosophers(9),
    DefectProgram(
      "cross_queue_barrier", .deadlock, depth: 2, threads: 2,
      "two queues call into each other, one by a barrier sync and the other by a plain one"
    ) { isFixed in
      let store = DispatchQueue(label: "store", attributes: .concurrent)
      let index = DispatchQueue(label: "index")
      runTogether(2) { task in
        if task == 0 || isFixed {
          store.sync(flags: .barrier) { index.sync {} }
        } else {
          index.sync { store.sync {} }
        }
      }
    },
    DefectProgram(
      "status_lock_and_queue", .deadlock, depth: 2, threads: 2,
      "cancel holds the status lock and syncs onto the work queue, whose completion wants the status lock"
    ) { isFixed in
      let status = PosixMutex()
      let work = DispatchQueue(label: "work")
      let isCancelled = Variable(false)
      work.async { status.section { _ = isCancelled.value } }
      runThreads(1) { _ in
        status.section {
          isCancelled.value = true
          if !isFixed { work.sync {} }
        }
        if isFixed { work.sync {} }
      }
    },
    DefectProgram(
      "recursive_read_and_barrier", .deadlock, depth: 2, threads: 2,
      "a reader of a concurrent queue reads again while a barrier has arrived in between"
    ) { isFixed in
      let store = DispatchQueue(label: "store", attributes: .concurrent)
      runTogether(2) { task in
        if task == 0 {
          store.sync { if !isFixed { store.sync {} } }
        } else {
          store.sync(flags: .barrier) {}
        }
      }
    },
  ]

  private static func philosophers(_ count: Int) -> DefectProgram {
    DefectProgram(
      "philosophers_\(count)", .deadlock, depth: count, threads: count,
      "each philosopher takes the left fork before anybody takes a second one"
    ) { isFixed in
      runPhilosophers(count: count, ordered: isFixed)
    }
  }
}
