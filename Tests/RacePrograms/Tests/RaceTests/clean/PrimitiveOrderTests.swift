// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc
import Testing

/// The twins of PrimitiveRaceTests, in order.
@Suite struct PrimitiveOrderTests {
  @Test func aWriterThatWriteLocks() {
    expectNoRace {
      let total = Counter()
      let lock = ReadWriteLock()
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { lock.write { total.value += 1 } } }
      DispatchQueue.global().async(group: group) { lock.read { use(total.value) } }
      group.wait()
      try require(total.value == 2)
    }
  }

  @Test func aWriteBeforeTheBarrierAndAReadBehindIt() {
    expectNoRace {
      let totals = [Counter(), Counter()]
      let barrier = Barrier(2)
      let group = DispatchGroup()
      for index in 0..<2 {
        DispatchQueue.global().async(group: group) {
          totals[index].value = 1
          barrier.wait()
          use(totals[1 - index].value)
        }
      }
      group.wait()
    }
  }

  @Test func aPostBehindTheWrite() {
    expectNoRace {
      let answer = Counter()
      let done = PosixSemaphore(0)
      DispatchQueue.global().async {
        answer.value = 42
        done.post()
      }
      done.wait()
      try require(answer.value == 42)
    }
  }

  @Test func aWorkItemThatIsWaitedFor() {
    expectNoRace {
      let answer = Counter()
      let item = DispatchWorkItem { answer.value = 42 }
      let queue = DispatchQueue(label: "com.acme.after")
      let done = DispatchSemaphore(value: 0)
      item.notify(queue: queue) {
        answer.value += 1
        done.signal()
      }
      DispatchQueue.global().async(execute: item)
      item.wait()
      done.wait()
      try require(answer.value == 43)
    }
  }

  @Test func aDataSourceThatIsReadOnItsQueue() {
    expectNoRace {
      let sum = Counter()
      let queue = DispatchQueue(label: "com.acme.sum")
      let done = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      source.setEventHandler {
        sum.value += Int(source.data)
        done.signal()
      }
      source.resume()
      source.add(data: 1)
      queue.sync { use(sum.value) }
      done.wait()
      source.cancel()
    }
  }

  @Test func aReaderWhoseCancelHandlerIsAwaited() {
    expectNoRace {
      let total = Counter()
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      let (reader, writer) = (ends[0], ends[1])
      let done = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeReadSource(
        fileDescriptor: reader, queue: DispatchQueue(label: "com.acme.reader"))
      source.setEventHandler {
        total.value += 1
        source.cancel()
      }
      source.setCancelHandler { done.signal() }
      source.resume()
      var byte: UInt8 = 1
      write(writer, &byte, 1)
      done.wait()
      total.value += 1
      close(reader)
      close(writer)
    }
  }
}
