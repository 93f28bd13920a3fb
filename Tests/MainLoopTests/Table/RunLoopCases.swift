// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension Case {
  static let runLoops: [Case] = [
    Case("the main loop is the current one", "true true") { journal in
      journal.note(RunLoop.main === RunLoop.current)
      journal.note(CoreFoundation.main == CoreFoundation.current)
    },
    Case("a date that has passed", "back") { journal in
      RunLoop.main.run(until: Date(timeIntervalSinceNow: -1))
      journal.note("back")
    },
    Case("it runs as long as it is told", "true") { journal in
      let begin = Date()
      turn(50)
      journal.note(Date().timeIntervalSince(begin) >= 0.0499)
    },
    Case("a performed block waits for the loop", "before block") { journal in
      RunLoop.main.perform { journal.note("block") }
      journal.note("before")
      turn(20)
    },
    Case("performed blocks are in order", "0 1 2") { journal in
      for index in 0..<3 { RunLoop.main.perform { journal.note(index) } }
      turn(20)
    },
    Case("a block performed by a block", "outer inner") { journal in
      RunLoop.main.perform {
        journal.note("outer")
        RunLoop.main.perform { journal.note("inner") }
      }
      turn(30)
    },
    Case("a block only in its mode", "turned block") { journal in
      RunLoop.main.perform(inModes: [.other]) { journal.note("block") }
      turn(20)
      journal.note("turned")
      RunLoop.main.add(Timer(timeInterval: 1, repeats: false) { _ in }, forMode: .other)
      _ = RunLoop.main.run(mode: .other, before: after(20))
    },
    Case("a block performed from another thread", "block true") { journal in
      DispatchQueue.global().async {
        RunLoop.main.perform {
          journal.note("block")
          journal.note(Thread.isMainThread)
        }
        CoreFoundation.wakeUp(CoreFoundation.main)
      }
      turn { journal.count == 2 }
    },
    Case("stopped by a timer", "stopped") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        CoreFoundation.stop(CoreFoundation.current)
      }
      journal.note(CoreFoundation.run(seconds: 1, returnsAfterSource: false))
    },
    Case("stopped from another thread", "stopped") { journal in
      let loop = CoreFoundation.current
      DispatchQueue.global().asyncAfter(deadline: soon(20)) { CoreFoundation.stop(loop) }
      journal.note(CoreFoundation.run(seconds: 1, returnsAfterSource: false))
    },
    Case("its time is over", "timedOut") { journal in
      journal.note(CoreFoundation.run(seconds: 0.01, returnsAfterSource: false))
    },
    Case("back after the first source", "block handledSource") { journal in
      DispatchQueue.main.async { journal.note("block") }
      journal.note(CoreFoundation.run(seconds: 1, returnsAfterSource: true))
    },
    Case("not back after a timer", "fired timedOut") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("fired") }
      journal.note(CoreFoundation.run(seconds: 0.04, returnsAfterSource: true))
    },
    Case("woken for nothing, it goes on", "timedOut") { journal in
      let loop = CoreFoundation.current
      DispatchQueue.global().asyncAfter(deadline: soon(10)) { CoreFoundation.wakeUp(loop) }
      journal.note(CoreFoundation.run(seconds: 0.05, returnsAfterSource: false))
    },
    Case("it says when it waits", "true") { journal in
      let loop = CoreFoundation.current
      DispatchQueue.global().asyncAfter(deadline: soon(20)) {
        journal.note(CoreFoundation.isWaiting(loop))
      }
      turn()
    },
    Case("what observers see of one short run", "1 32 64 128 0") { journal in
      let seen: [RunLoop._Activity] = [.exit, .beforeWaiting, .afterWaiting]
      let observers = seen.map { activity in
        RunLoop.main._observe(activity) { journal.note($0.rawValue) }
      }
      let first = RunLoop.main._observe(RunLoop._Activity.beforeTimers, repeats: false) { _ in journal.note(1)
      }
      _ = CoreFoundation.run(seconds: 0.02, returnsAfterSource: false)
      for observer in observers { observer.invalidate() }
      journal.note(first.isValid ? 1 : 0)
    },
    Case("a signalled source", "performed") { journal in
      let source = NotingSource(journal)
      RunLoop.main._add(source, forMode: .default)
      source.signal()
      turn(20)
      RunLoop.main._remove(source, for: .default)
    },
    Case("a source signalled from another thread", "performed") { journal in
      let source = NotingSource(journal)
      RunLoop.main._add(source, forMode: .default)
      // A run loop source may be signalled from any thread.
      nonisolated(unsafe) let shared = source
      DispatchQueue.global().async {
        shared.signal()
        CoreFoundation.wakeUp(CoreFoundation.main)
      }
      turn { journal.count == 1 }
      RunLoop.main._remove(source, for: .default)
    },
    Case("a nested loop", "in inner out") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        journal.note("in")
        _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("inner") }
        turn(40)
        journal.note("out")
      }
      turn(150)
    },
    Case("the limit of the outer loop passes inside the inner one", "inner timedOut") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        turn(60)
        journal.note("inner")
      }
      journal.note(CoreFoundation.run(seconds: 0.03, returnsAfterSource: false))
    },
    Case("a stop ends the innermost loop only", "stopped outer") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
          CoreFoundation.stop(CoreFoundation.current)
        }
        journal.note(CoreFoundation.run(seconds: 1, returnsAfterSource: false))
      }
      turn(100)
      journal.note("outer")
    },
    Case("the mode is known while it runs", "none default") { journal in
      journal.note(RunLoop.main.currentMode == nil ? "none" : "some")
      RunLoop.main.perform {
        journal.note(RunLoop.main.currentMode == .default ? "default" : "other")
      }
      turn(20)
    },
  ]
}

private final class NotingSource: RunLoop._Source {
  private let journal: Journal

  init(_ journal: Journal) {
    self.journal = journal
    super.init()
  }

  override func perform() { journal.note("performed") }
}
