// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Races of async code that looks as if tasks, continuations or cancellation put it in order.
@Suite struct ConcurrencyRaceTests {
  @Test func childrenCountTogether() {
    expectRace(naming: "both write") {
      awaited {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 { group.addTask { counter.value += 1 } }
        }
      }
    }
  }

  @Test func aCancellationHandlerCountsWithItsTask() {
    expectRace {
      awaited {
        let counter = Counter()
        let task = Task {
          await withTaskCancellationHandler {
            await Task.yield()
            counter.value += 1
          } onCancel: {
            counter.value += 1
          }
        }
        await Task.yield()
        task.cancel()
        await task.value
      }
    }
  }

  @Test func aValueIsChangedAfterItWasHandedOver() {
    expectRace {
      awaited {
        let end = DispatchSemaphore(value: 0)
        let answer: Parcel = await withUnsafeContinuation { continuation in
          DispatchQueue.global().async {
            let parcel = Parcel(1)
            continuation.resume(returning: parcel)
            parcel.value += 1
            end.signal()
          }
        }
        answer.value += 1
        DispatchQueue.global().async { end.wait() }
      }
    }
  }

  @Test func aValueIsChangedAfterItWasGivenToAStream() {
    expectRace {
      let (stream, continuation) = AsyncStream<Parcel>.makeStream()
      awaited {
        let producer = Task {
          let parcel = Parcel(0)
          continuation.yield(parcel)
          parcel.value += 1
          continuation.finish()
        }
        for await parcel in stream { parcel.value += 1 }
        await producer.value
      }
    }
  }

  @Test func aCallerReadsWhatItsTaskStillWrites() {
    expectRace {
      awaited {
        let counter = Counter()
        let task = Task { counter.value += 1 }
        use(counter.value)
        await task.value
      }
    }
  }
}
