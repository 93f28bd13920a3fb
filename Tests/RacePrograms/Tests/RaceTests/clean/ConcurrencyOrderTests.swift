// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

private actor Account {
  var balance = 0
  let last = Parcel(0)
  func deposit(_ sum: Int) {
    balance += sum
    last.value = sum
  }
}

/// What can be cancelled holds what its task has made.
private final class Request {
  private let lock = NSLock()
  private let parcel: Parcel
  private var waiting: CheckedContinuation<Int, Never>?
  private var isCancelled = false

  init(_ parcel: Parcel) { self.parcel = parcel }

  func run() async -> Int {
    await withCheckedContinuation { continuation in
      let goesOn = lock.withLock {
        if !isCancelled { waiting = continuation }
        return !isCancelled
      }
      if !goesOn { continuation.resume(returning: 0) }
    }
  }

  func cancel() {
    let continuation = lock.withLock {
      defer { waiting = nil }
      isCancelled = true
      return waiting
    }
    continuation?.resume(returning: parcel.value)
  }
}

/// What Swift concurrency puts in order, where it runs on queues. Of some of it the runtime does not tell
/// ThreadSanitizer.
@Suite struct ConcurrencyOrderTests {
  @Test func tasksAndActors() async {
    await withDeterministicScheduling(schedules: 500) {
      let account = Account()
      await withTaskGroup(of: Void.self) { group in
        for sum in 1...3 { group.addTask { await account.deposit(sum) } }
      }
      let balance = await account.balance
      try require(balance == 6)
    }
  }

  /// swiftlang/swift #59068: a handler runs in the task that cancels, and reads what the cancelled one has
  /// made before it installed the handler.
  @Test func aCancellationHandlerReadsWhatItsTaskHasMade() {
    expectNoRace(schedules: 500) {
      awaited {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<2 {
            group.addTask {
              let parcel = Parcel(0)
              parcel.value = number
              let request = Request(parcel)
              await withTaskCancellationHandler {
                use(await request.run())
              } onCancel: {
                request.cancel()
              }
              parcel.value += 1
            }
          }
          await Task.yield()
          group.cancelAll()
        }
      }
    }
  }

  @Test func aTaskIsCancelledByItsMaker() {
    expectNoRace(schedules: 500) {
      awaited {
        let task = Task {
          let parcel = Parcel(1)
          let request = Request(parcel)
          let value = await withTaskCancellationHandler {
            await request.run()
          } onCancel: {
            request.cancel()
          }
          parcel.value += value
        }
        await Task.yield()
        task.cancel()
        await task.value
      }
    }
  }

  /// swiftlang/swift #57803: what a continuation keeps of its wait is written by the task that awaits it, and
  /// read by the one that resumes it.
  @Test func anUnsafeContinuationIsResumedElsewhere() {
    expectNoRace(schedules: 500) {
      awaited {
        for number in 0..<2 {
          let parcel = Parcel(number)
          let answer: Parcel = try! await withUnsafeThrowingContinuation { continuation in
            DispatchQueue.global().async {
              parcel.value += 1
              continuation.resume(returning: parcel)
            }
          }
          answer.value += 1
        }
      }
    }
  }

  @Test func aCheckedContinuationHandsAValueOver() {
    expectNoRace(schedules: 500) {
      awaited {
        let answer: Parcel = await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            let parcel = Parcel(1)
            parcel.value = 2
            continuation.resume(returning: parcel)
          }
        }
        answer.value += 1
      }
    }
  }

  @Test func aStreamHandsValuesOver() {
    expectNoRace(schedules: 500) {
      let (stream, continuation) = AsyncStream<Parcel>.makeStream()
      awaited {
        let producer = Task {
          for number in 0..<2 {
            let parcel = Parcel(0)
            parcel.value = number
            continuation.yield(parcel)
          }
          continuation.finish()
        }
        for await parcel in stream { parcel.value += 1 }
        await producer.value
      }
    }
  }

  @Test func childrenHandValuesBack() {
    expectNoRace(schedules: 500) {
      awaited {
        let given = Parcel(0)
        given.value = 1
        async let made = {
          let parcel = Parcel(given.value)
          parcel.value += 1
          return parcel
        }()
        let parcel = await made
        parcel.value += given.value
        given.value += 1
        let all = await withTaskGroup(of: Parcel.self) { group in
          for number in 0..<2 { group.addTask { Parcel(number) } }
          var parcels: [Parcel] = []
          for await one in group { parcels.append(one) }
          return parcels
        }
        for one in all { one.value += 1 }
      }
    }
  }

  @Test func theMainActorAndAnotherOne() {
    expectNoRace(schedules: 500) {
      awaited {
        let account = Account()
        let shown = Parcel(0)
        await withTaskGroup(of: Void.self) { group in
          for sum in 1...2 {
            group.addTask { @MainActor in
              shown.value += sum
              await account.deposit(sum)
              shown.value += sum
            }
          }
        }
        shown.value += 1
      }
    }
  }
}
