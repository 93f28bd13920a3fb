// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

extension FaceProgram {
  /// What is written behind the call that lets its reader continue.
  static let orders: [FaceProgram] = [
    pair("writtenBehindTheSignal", "GCD103") {
      let (slot, ready) = (Slot(), DispatchSemaphore(value: 0))
      DispatchQueue.global().async {
        ready.signal()
        slot.isFull = true
      }
      ready.wait()
      slot.read()
    } twin: {
      let (slot, ready) = (Slot(), DispatchSemaphore(value: 0))
      DispatchQueue.global().async {
        slot.isFull = true
        ready.signal()
      }
      ready.wait()
      slot.read()
    },
    pair("writtenBehindTheLeave", "GCD103") {
      let (slot, group) = (Slot(), DispatchGroup())
      group.enter()
      DispatchQueue.global().async {
        group.leave()
        slot.isFull = true
      }
      group.wait()
      slot.read()
    } twin: {
      let (slot, group) = (Slot(), DispatchGroup())
      group.enter()
      DispatchQueue.global().async {
        slot.isFull = true
        group.leave()
      }
      group.wait()
      slot.read()
    },
    pair("writtenBehindTheBlock", "GCD103") {
      let (slot, queue) = (Slot(), DispatchQueue(label: "reader"))
      queue.async { slot.read() }
      slot.isFull = true
      queue.sync {}
    } twin: {
      let (slot, queue) = (Slot(), DispatchQueue(label: "reader"))
      slot.isFull = true
      queue.async { slot.read() }
      queue.sync {}
    },
    pair("writtenBehindTheOperation", "GCD103") {
      let (slot, queue) = (Slot(), OperationQueue())
      queue.addOperation { slot.read() }
      slot.isFull = true
      queue.waitUntilAllOperationsAreFinished()
    } twin: {
      let (slot, queue) = (Slot(), OperationQueue())
      slot.isFull = true
      queue.addOperation { slot.read() }
      queue.waitUntilAllOperationsAreFinished()
    },
    pair("writtenBehindTheThread", "GCD103") {
      let (slot, group) = (Slot(), DispatchGroup())
      group.enter()
      let thread = Thread {
        slot.read()
        group.leave()
      }
      thread.start()
      slot.isFull = true
      group.wait()
    } twin: {
      let (slot, group) = (Slot(), DispatchGroup())
      group.enter()
      let thread = Thread {
        slot.read()
        group.leave()
      }
      slot.isFull = true
      thread.start()
      group.wait()
    },
    asyncPair("writtenBehindTheTask", "GCD103") {
      let slot = Slot()
      let task = Task { slot.read() }
      slot.isFull = true
      await task.value
    } twin: {
      let slot = Slot()
      slot.isFull = true
      let task = Task { slot.read() }
      await task.value
    },
  ].flatMap { $0 }
}

/// A value that nothing guards: the program's order of calls has to.
private final class Slot: @unchecked Sendable {
  var isFull = false

  /// Waits for ever where the value is not there.
  func read() { if !isFull { DispatchSemaphore(value: 0).wait() } }
}
