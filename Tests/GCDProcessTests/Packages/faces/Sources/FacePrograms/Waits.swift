// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

extension FaceProgram {
  static let waits: [FaceProgram] = [
    pair("conditionWithoutSignal", "GCD105") {
      let condition = NSCondition()
      condition.lock()
      condition.wait()
      condition.unlock()
    } twin: {
      let (condition, isReady) = (NSCondition(), Box(false))
      DispatchQueue.global().async {
        condition.lock()
        isReady.value = true
        condition.signal()
        condition.unlock()
      }
      condition.lock()
      while !isReady.value { condition.wait() }
      condition.unlock()
    },
    pair("signalBeforeTheWait", "GCD105") {
      let condition = NSCondition()
      condition.lock()
      condition.signal()
      condition.unlock()
      condition.lock()
      condition.wait()
      condition.unlock()
    } twin: {
      let condition = NSCondition()
      condition.lock()
      condition.signal()
      _ = condition.wait(until: Date(timeIntervalSinceNow: 1))
      condition.unlock()
    },
    pair("itemNeverRun", "GCD105") {
      let item = DispatchWorkItem {}
      item.wait()
    } twin: {
      let item = DispatchWorkItem {}
      DispatchQueue.global().async(execute: item)
      item.wait()
    },
    pair("polledSemaphore", "GCD103") {
      pollForASemaphore(isSignalled: false)
    } twin: {
      pollForASemaphore(isSignalled: true)
    },
    pair("polledGroup", "GCD104") {
      pollForAGroup(isLeft: false)
    } twin: {
      pollForAGroup(isLeft: true)
    },
  ].flatMap { $0 }
}

/// A loop looks for what a blocked thread would do, and lets its objects go behind that.
private func pollForASemaphore(isSignalled: Bool) {
  let (available, isLoaded) = (DispatchSemaphore(value: 0), Box(false))
  if isSignalled { available.signal() }
  DispatchQueue.global().async {
    available.wait()
    isLoaded.value = true
  }
  while !isLoaded.value { usleep(10_000) }
}

/// A loop looks for what the block of a group would do.
private func pollForAGroup(isLeft: Bool) {
  let (parts, areLoaded) = (DispatchGroup(), Box(false))
  parts.enter()
  DispatchQueue.global().async { if isLeft { parts.leave() } }
  parts.notify(queue: .global()) { areLoaded.value = true }
  while !areLoaded.value { usleep(10_000) }
}
