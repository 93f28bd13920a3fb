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
  ].flatMap { $0 }
}
