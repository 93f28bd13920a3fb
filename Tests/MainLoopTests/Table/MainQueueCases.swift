// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension Case {
  static let mainQueue: [Case] = [
    Case("main.async from main waits for the loop", "before 0 1 2") { journal in
      for index in 0..<3 { DispatchQueue.main.async { journal.note(index) } }
      journal.note("before")
      turn(20)
    },
    Case("its blocks are on the main thread and on the main queue", "true true") { journal in
      DispatchQueue.main.async {
        dispatchPrecondition(condition: .onQueue(.main))
        journal.note(Thread.isMainThread)
        journal.note(Thread.current === Thread.mainThread)
      }
      turn(20)
    },
    Case("a block that comes meanwhile waits for the next time", "a performed b") { journal in
      DispatchQueue.main.async {
        journal.note("a")
        DispatchQueue.main.async { journal.note("b") }
        RunLoop.main.perform { journal.note("performed") }
      }
      turn(30)
    },
    Case("blocks that stood there are run in one go", "a b performed") { journal in
      DispatchQueue.main.async {
        journal.note("a")
        RunLoop.main.perform { journal.note("performed") }
      }
      DispatchQueue.main.async { journal.note("b") }
      turn(30)
    },
    Case("sync to main runs on the main thread", "true back") { journal in
      DispatchQueue.global().async {
        DispatchQueue.main.sync { journal.note(Thread.isMainThread) }
        journal.note("back")
      }
      turn { journal.count == 2 }
    },
    Case("sync to main gives a value", "42") { journal in
      DispatchQueue.global().async {
        let value = DispatchQueue.main.sync { Thread.isMainThread ? 42 : 0 }
        journal.note(value)
      }
      turn { journal.count == 1 }
    },
    Case("async and sync of one thread stay in order", "async sync") { journal in
      DispatchQueue.global().async {
        DispatchQueue.main.async { journal.note("async") }
        DispatchQueue.main.sync { journal.note("sync") }
      }
      turn { journal.count == 2 }
    },
    Case("a work item waited for, performed on main", "true") { journal in
      let item = DispatchWorkItem { journal.note(Thread.isMainThread) }
      DispatchQueue.global().async { DispatchQueue.main.sync(execute: item) }
      turn { journal.count == 1 }
    },
    Case("asyncAfter on main, in order of the dates", "a b") { journal in
      DispatchQueue.main.asyncAfter(deadline: soon(30)) { journal.note("b") }
      DispatchQueue.main.asyncAfter(deadline: soon(10)) { journal.note("a") }
      turn(80)
    },
    Case("there and back", "global true") { journal in
      DispatchQueue.global().async {
        journal.note(Thread.isMainThread ? "main" : "global")
        DispatchQueue.main.async { journal.note(Thread.isMainThread) }
      }
      turn { journal.count == 2 }
    },
    Case("a queue that targets main runs there", "true") { journal in
      let queue = DispatchQueue(label: "com.acme.ui", target: .main)
      queue.async {
        dispatchPrecondition(condition: .onQueue(.main))
        journal.note(Thread.isMainThread)
      }
      turn(30)
    },
    Case("sync to a queue that targets main", "true") { journal in
      let queue = DispatchQueue(label: "com.acme.ui", target: .main)
      DispatchQueue.global().async { queue.sync { journal.note(Thread.isMainThread) } }
      turn { journal.count == 1 }
    },
    Case("a suspended queue that targets main", "turned run") { journal in
      let queue = DispatchQueue(label: "com.acme.ui", target: .main)
      queue.suspend()
      queue.async { journal.note("run") }
      turn(20)
      journal.note("turned")
      queue.resume()
      turn(20)
    },
    Case("notify on main", "work true") { journal in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { journal.note("work") }
      group.notify(queue: .main) { journal.note(Thread.isMainThread) }
      turn { journal.count == 2 }
    },
    Case("a timer source on main", "true true") { journal in
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: soon(10), repeating: .milliseconds(10))
      timer.setEventHandler {
        journal.note(Thread.isMainThread)
        if journal.count == 2 { timer.cancel() }
      }
      timer.resume()
      turn(100)
    },
    Case("a data source on main", "3") { journal in
      let source = DispatchSource.makeUserDataAddSource(queue: .main)
      source.setEventHandler { journal.note(source.data) }
      source.resume()
      source.add(data: 1)
      source.add(data: 2)
      turn(30)
      source.cancel()
    },
    Case("a nested loop in a timer serves the main queue", "in block out") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        journal.note("in")
        DispatchQueue.main.async { journal.note("block") }
        turn(30)
        journal.note("out")
      }
      turn(100)
    },
    Case("a nested loop in a block of the main queue does not", "in timer out block") { journal in
      DispatchQueue.main.async {
        journal.note("in")
        DispatchQueue.main.async { journal.note("block") }
        _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("timer") }
        turn(40)
        journal.note("out")
      }
      turn(100)
    },
    Case("only the common modes serve it", "turned block") { journal in
      DispatchQueue.main.async { journal.note("block") }
      let timer = Timer(timeInterval: 1, repeats: false) { _ in }
      RunLoop.main.add(timer, forMode: .other)
      _ = RunLoop.main.run(mode: .other, before: after(20))
      journal.note("turned")
      timer.invalidate()
      turn(20)
    },
    Case("two threads want main at once", "2 4") { journal in
      let group = DispatchGroup()
      let box = Box()
      for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
          for _ in 0..<2 { DispatchQueue.main.sync { box.value += 1 } }
        }
      }
      group.notify(queue: .main) { journal.note("4") }
      turn { box.value >= 2 }
      journal.note("2")
      turn { journal.count == 2 }
    },
    Case("main works on another queue meanwhile", "own block") { journal in
      let queue = DispatchQueue(label: "com.acme.own")
      DispatchQueue.main.async { journal.note("block") }
      queue.sync { journal.note("own") }
      turn(20)
    },
    Case("a specific of main, inside and outside", "7 7") { journal in
      let key = DispatchSpecificKey<Int>()
      DispatchQueue.main.setSpecific(key: key, value: 7)
      journal.note(DispatchQueue.getSpecific(key: key) ?? 0)
      DispatchQueue.main.async { journal.note(DispatchQueue.getSpecific(key: key) ?? 0) }
      turn(20)
      DispatchQueue.main.setSpecific(key: key, value: nil)
    },
  ]
}

// Written in blocks of the main queue, read after the wait for them.
private final class Box: @unchecked Sendable { var value = 0 }
