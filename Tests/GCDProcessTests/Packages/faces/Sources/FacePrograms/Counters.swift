// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

extension FaceProgram {
  static let counters: [FaceProgram] = [
    pair("lostSignal", "GCD103") {
      DispatchSemaphore(value: 0).wait()
    } twin: {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { done.signal() }
      done.wait()
    },
    pair("oneSignalForTwo", "GCD103") {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { done.signal() }
      done.wait()
      done.wait()
    } twin: {
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<2 { DispatchQueue.global().async { done.signal() } }
      done.wait()
      done.wait()
    },
    pair("signalOnSuccess", "GCD103") {
      let (done, fails) = (DispatchSemaphore(value: 0), Box(true))
      DispatchQueue.global().async {
        if fails.value { return }
        done.signal()
      }
      done.wait()
    } twin: {
      let (done, fails) = (DispatchSemaphore(value: 0), Box(true))
      DispatchQueue.global().async {
        defer { done.signal() }
        if fails.value { return }
      }
      done.wait()
    },
    pair("slotNeverGivenBack", "GCD103") {
      let (slots, done) = (DispatchSemaphore(value: 2), DispatchGroup())
      for _ in 0..<3 { DispatchQueue.global().async(group: done) { slots.wait() } }
      done.wait()
    } twin: {
      let (slots, done) = (DispatchSemaphore(value: 2), DispatchGroup())
      for _ in 0..<3 {
        DispatchQueue.global().async(group: done) {
          slots.wait()
          slots.signal()
        }
      }
      done.wait()
    },
    pair("lostLeave", "GCD104") {
      let group = DispatchGroup()
      group.enter()
      group.wait()
    } twin: {
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.global().async { group.leave() }
      group.wait()
    },
    pair("enteredTwice", "GCD104") {
      let group = DispatchGroup()
      group.enter()
      group.enter()
      DispatchQueue.global().async { group.leave() }
      group.wait()
    } twin: {
      let group = DispatchGroup()
      group.enter()
      group.enter()
      DispatchQueue.global().async {
        group.leave()
        group.leave()
      }
      group.wait()
    },
    pair("leaveOnSuccess", "GCD104") {
      let (group, fails) = (DispatchGroup(), Box([false, true, false]))
      for index in 0..<3 {
        group.enter()
        DispatchQueue.global().async { if !fails.value[index] { group.leave() } }
      }
      group.wait()
    } twin: {
      let group = DispatchGroup()
      for _ in 0..<3 {
        group.enter()
        DispatchQueue.global().async { group.leave() }
      }
      group.wait()
    },
    pair("leftTwice", "GCD201") {
      let group = DispatchGroup()
      group.enter()
      group.leave()
      group.leave()
    } twin: {
      let group = DispatchGroup()
      group.enter()
      group.enter()
      group.leave()
      group.leave()
    },
    pair("freedBelowItsValue", "GCD204") {
      let slots = DispatchSemaphore(value: 1)
      slots.wait()
    } twin: {
      let slots = DispatchSemaphore(value: 1)
      slots.wait()
      slots.signal()
    },
  ].flatMap { $0 }
}
