// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc
import Testing

/// Races beside the primitives of threads, work items and sources.
@Suite struct PrimitiveRaceTests {
  @Test func aWriterThatOnlyReadLocks() {
    expectRace(naming: "both write") {
      let total = Counter()
      let lock = ReadWriteLock()
      let group = DispatchGroup()
      for _ in 0..<2 { DispatchQueue.global().async(group: group) { lock.read { total.value += 1 } } }
      group.wait()
    }
  }

  @Test func aWriteBehindTheBarrierOfAll() {
    expectRace(naming: "both write") {
      let total = Counter()
      let barrier = Barrier(2)
      let group = DispatchGroup()
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          barrier.wait()
          total.value += 1
        }
      }
      group.wait()
    }
  }

  @Test func aPostBeforeTheWrite() {
    expectRace(naming: "test body") {
      let answer = Counter()
      let done = PosixSemaphore(0)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        done.post()
        answer.value = 42
      }
      done.wait()
      use(answer.value)
      group.wait()
    }
  }

  @Test func aWorkItemThatNobodyWaitsFor() {
    expectRace(naming: "test body") {
      let answer = Counter()
      let item = DispatchWorkItem { answer.value = 42 }
      let other = DispatchWorkItem {}
      DispatchQueue.global().async(execute: item)
      DispatchQueue.global().async(execute: other)
      other.wait()
      use(answer.value)
      item.wait()
    }
  }

  @Test func aDataSourceThatIsReadElsewhere() {
    expectRace(naming: "test body") {
      let sum = Counter()
      let done = DispatchSemaphore(value: 0)
      let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "com.acme.sum"))
      source.setEventHandler {
        sum.value += Int(source.data)
        done.signal()
      }
      source.resume()
      source.add(data: 1)
      use(sum.value)
      done.wait()
      source.cancel()
    }
  }

  @Test func aPipeOrdersNothingThatIsWrittenLater() {
    expectRace(naming: "both write") {
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
      total.value += 1
      done.wait()
      close(reader)
      close(writer)
    }
  }
}
