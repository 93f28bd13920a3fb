// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension Case {
  static let timers: [Case] = [
    Case("once", "fired") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("fired") }
      turn()
    },
    Case("three times, then invalidated by itself", "1 2 3") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { timer in
        journal.note(journal.count + 1)
        if journal.count == 3 { timer.invalidate() }
      }
      turn(150)
    },
    Case("invalidated before it fires", "false") { journal in
      let timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("fired") }
      timer.invalidate()
      turn(40)
      journal.note(timer.isValid)
    },
    Case("a timer that fired once is no longer valid", "true false") { journal in
      let timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in }
      journal.note(timer.isValid)
      turn()
      journal.note(timer.isValid)
    },
    Case("in the order of their dates", "a b c") { journal in
      for (name, delay) in [("c", 0.05), ("a", 0.01), ("b", 0.03)] {
        _ = Timer.scheduledTimer(withTimeInterval: delay, repeats: false) { _ in journal.note(name) }
      }
      turn(120)
    },
    Case("only in its mode", "turned fired") { journal in
      let timer = Timer(timeInterval: 0.01, repeats: false) { _ in journal.note("fired") }
      RunLoop.main.add(timer, forMode: .other)
      turn(40)
      journal.note("turned")
      _ = RunLoop.main.run(mode: .other, before: after(40))
    },
    Case("in the common modes", "fired") { journal in
      RunLoop.main.add(
        Timer(timeInterval: 0.01, repeats: false) { _ in journal.note("fired") }, forMode: .common)
      turn()
    },
    Case("a tolerance changes nothing here", "fired") { journal in
      let timer = Timer(timeInterval: 0.01, repeats: false) { _ in journal.note("fired") }
      timer.tolerance = 0.02
      RunLoop.main.add(timer, forMode: .default)
      turn(100)
    },
    Case("fired by hand", "fired false") { journal in
      let timer = Timer.scheduledTimer(withTimeInterval: 100, repeats: false) { _ in journal.note("fired") }
      timer.fire()
      journal.note(timer.isValid)
    },
    Case("a date that has passed", "fired") { journal in
      let timer = Timer(fire: Date(timeIntervalSinceNow: -10), interval: 0, repeats: false) { _ in
        journal.note("fired")
      }
      RunLoop.main.add(timer, forMode: .default)
      turn(30)
    },
    Case("a date set anew", "early late") { journal in
      let timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("late") }
      timer.fireDate = after(60)
      _ = Timer.scheduledTimer(withTimeInterval: 0.03, repeats: false) { _ in journal.note("early") }
      turn(120)
    },
    Case("a timer made by a timer", "outer inner") { journal in
      _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in
        journal.note("outer")
        _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("inner") }
      }
      turn(80)
    },
    Case("a repeating timer stays on its grid", "10 20 30") { journal in
      let begin = Date()
      _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
        journal.note(Int(Date().timeIntervalSince(begin) * 100 + 0.5) / 10 * 10)
        if journal.count == 3 { timer.invalidate() }
      }
      turn(380)
    },
    Case("no run loop, no timer", "") { journal in
      let timer = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in journal.note("fired") }
      Thread.sleep(forTimeInterval: 0.03)
      timer.invalidate()
    },
  ]
}
