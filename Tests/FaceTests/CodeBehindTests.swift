// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Testing

@testable import GCDCheck

/// What comes behind a call that lets another task continue may come later than what that one does then.
@Suite(.serialized) struct CodeBehindTests {
  /// What is written too late, and read too early.
  final class Value: @unchecked Sendable {
    var isThere = false
    var isFull = false
  }

  struct NotThere: Error {}

  /// A call that lets others continue, by which of two tasks comes first.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    /// Runs `write` behind the call, or `read` in what it lets continue; both have run when it returns.
    let body:
      @Sendable (_ write: @escaping @Sendable () -> Void, _ read: @escaping @Sendable () -> Void) -> Void
  }

  private static let cases = [
    Case(description: "signal") { write, read in
      let (ready, group) = (DispatchSemaphore(value: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        ready.signal()
        write()
      }
      ready.wait()
      read()
      group.wait()
    },
    Case(description: "leave") { write, read in
      let (group, all) = (DispatchGroup(), DispatchGroup())
      group.enter()
      DispatchQueue.global().async(group: all) {
        group.leave()
        write()
      }
      group.wait()
      read()
      all.wait()
    },
    Case(description: "the last leave before a notify") { write, read in
      let (group, all) = (DispatchGroup(), DispatchGroup())
      group.enter()
      all.enter()
      group.notify(queue: .global()) {
        read()
        all.leave()
      }
      group.leave()
      write()
      all.wait()
    },
    Case(description: "async") { write, read in
      let queue = DispatchQueue(label: "queue")
      queue.async { read() }
      write()
      queue.sync {}
    },
    Case(description: "async to a group") { write, read in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { read() }
      write()
      group.wait()
    },
    Case(description: "a barrier") { write, read in
      let queue = DispatchQueue(label: "queue", attributes: .concurrent)
      queue.async(flags: .barrier) { read() }
      write()
      queue.sync {}
    },
    Case(description: "resume") { write, read in
      let (queue, group) = (DispatchQueue(label: "queue"), DispatchGroup())
      queue.suspend()
      queue.async(group: group) { read() }
      queue.resume()
      write()
      group.wait()
    },
    Case(description: "activate") { write, read in
      let (queue, group) = (DispatchQueue(label: "queue", attributes: .initiallyInactive), DispatchGroup())
      queue.async(group: group) { read() }
      queue.activate()
      write()
      group.wait()
    },
    Case(description: "the end of a sync") { write, read in
      let (queue, group, inside) = (
        DispatchQueue(label: "queue"), DispatchGroup(), DispatchSemaphore(value: 0)
      )
      DispatchQueue.global().async(group: group) {
        inside.wait()
        queue.sync { read() }
      }
      queue.sync { _ = inside.signal() }
      write()
      group.wait()
    },
    Case(description: "unlock") { write, read in
      let (lock, group, inside) = (NSLock(), DispatchGroup(), DispatchSemaphore(value: 0))
      DispatchQueue.global().async(group: group) {
        inside.wait()
        lock.lock()
        read()
        lock.unlock()
      }
      lock.lock()
      inside.signal()
      lock.unlock()
      write()
      group.wait()
    },
    Case(description: "a condition") { write, read in
      let (condition, flag, group) = (NSCondition(), Value(), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        condition.lock()
        flag.isFull = true
        condition.signal()
        condition.unlock()
        write()
      }
      condition.lock()
      while !flag.isFull { condition.wait() }
      condition.unlock()
      read()
      group.wait()
    },
    Case(description: "a lock with a condition") { write, read in
      let (lock, group) = (NSConditionLock(condition: 0), DispatchGroup())
      DispatchQueue.global().async(group: group) {
        lock.lock()
        lock.unlock(withCondition: 1)
        write()
      }
      // Without a limit, Foundation traps where it computes one.
      guard lock.lock(whenCondition: 1, before: Date(timeIntervalSinceNow: 60)) else { return }
      lock.unlock()
      read()
      group.wait()
    },
    Case(description: "a thread") { write, read in
      // Handed over to the thread, and not changed.
      final class Work: @unchecked Sendable {
        let read: @Sendable () -> Void
        init(_ read: @escaping @Sendable () -> Void) { self.read = read }
      }
      var thread = pthread_t()
      let work = Unmanaged.passRetained(Work(read)).toOpaque()
      pthread_create(
        &thread, nil,
        { work in
          Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().read()
          return nil
        }, work)
      write()
      pthread_join(thread, nil)
    },
    Case(description: "data of a source") { write, read in
      let (source, done) = (
        DispatchSource.makeUserDataAddSource(queue: .global()), DispatchSemaphore(value: 0)
      )
      source.setEventHandler {
        read()
        done.signal()
      }
      source.activate()
      source.add(data: 1)
      write()
      done.wait()
      source.cancel()
    },
    Case(description: "a read-write lock") { write, read in
      var lock = pthread_rwlock_t()
      pthread_rwlock_init(&lock, nil)
      let (address, group, inside) = (Address(&lock), DispatchGroup(), DispatchSemaphore(value: 0))
      DispatchQueue.global().async(group: group) {
        inside.wait()
        pthread_rwlock_rdlock(address.lock)
        read()
        pthread_rwlock_unlock(address.lock)
      }
      pthread_rwlock_wrlock(address.lock)
      inside.signal()
      pthread_rwlock_unlock(address.lock)
      write()
      group.wait()
      pthread_rwlock_destroy(address.lock)
    },
  ]

  /// A lock whose owner outlives its users.
  struct Address: @unchecked Sendable {
    let lock: UnsafeMutablePointer<pthread_rwlock_t>
    init(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) { self.lock = lock }
  }

  @Test(arguments: cases + callsOfFoundation) func comesTooLate(_ example: Case) throws {
    @Sendable func body() throws {
      let (value, wasThere) = (Value(), Value())
      example.body({ value.isThere = true }, { wasThere.isThere = value.isThere })
      if !wasThere.isThere { throw NotThere() }
    }
    func explore(_ token: String?) -> Exploration {
      let options = ExplorationOptions(replay: token)
      return exploreSchedules(schedules: 400, seed: 1, options: options, body)
    }
    let exploration = explore(nil)
    let first = try #require(exploration.findings.first)
    #expect(first.code == "GCD501", "\(first.report)")
    guard case .testFailed(let failure) = first.kind, case .codeBehind? = failure.order?.cause else {
      Issue.record("\(first.report)")
      return
    }
    let again = explore(first.schedule)
    #expect(again.findings.first?.report.withoutNotes == first.report.withoutNotes)
  }

  /// The same where it does not matter what comes first.
  @Test(arguments: cases + callsOfFoundation) func comesEitherWay(_ example: Case) {
    let exploration = exploreSchedules(schedules: 300, seed: 1) {
      let (value, wasThere) = (Value(), Value())
      value.isThere = true
      example.body({ value.isFull = true }, { wasThere.isThere = value.isThere })
      if !wasThere.isThere || !value.isFull { throw NotThere() }
    }
    #expect(exploration.findings.isEmpty, "\(exploration.findings.map(\.report))")
  }

  /// A body without any other choice.
  @Test func isAllThatCanDiffer() {
    let exploration = exploreSchedules(schedules: 1_000, seed: 1) {
      let ready = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { ready.signal() }
      ready.wait()
    }
    #expect(exploration.isExhaustive)
    #expect((40...44).contains(exploration.schedulesRun))
  }
}
