// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule

/// What takes note of the steps of a run next to the model, as bits: one test at a step says whether there
/// are any, and what each does is behind it, in functions that most runs never call.
struct Listeners {
  let rawValue: UInt8

  static var none: Listeners { Listeners(rawValue: 0) }
  /// ThreadSanitizer is given the order that operations make.
  static var races: Listeners { Listeners(rawValue: 1) }
  /// Operations of a test framework are distinguished from those of the tests.
  static var testFramework: Listeners { Listeners(rawValue: 2) }
  /// Full stacks are taken, and entries of the ledger are noted with them.
  static var stacks: Listeners { Listeners(rawValue: 4) }
  /// A search through all orders is given the footprint of each step.
  static var search: Listeners { Listeners(rawValue: 8) }
  /// The strategy looks at the tasks.
  static var taskView: Listeners { Listeners(rawValue: 16) }
  /// The strategy is given each step.
  static var steps: Listeners { Listeners(rawValue: 32) }
  /// The steps that all schedules of a program have in common are not over; see `Prologue`.
  static var prologue: Listeners { Listeners(rawValue: 64) }

  /// There are none.
  var isEmpty: Bool { rawValue == 0 }

  @inline(__always)
  func has(_ other: Listeners) -> Bool { rawValue & other.rawValue != 0 }

  /// These, less those of another value.
  func without(_ other: Listeners) -> Listeners { Listeners(rawValue: rawValue & ~other.rawValue) }

  /// These, and those of another value.
  func adding(_ other: Listeners) -> Listeners { Listeners(rawValue: rawValue | other.rawValue) }

  /// Those of two that are there.
  func keeping(_ first: Listeners, _ second: Listeners) -> Listeners {
    Listeners(rawValue: rawValue & (first.rawValue | second.rawValue))
  }
}

extension Listeners {
  /// Those of a run that begins.
  init(_ settings: RunSettings, _ process: ProcessFacts, _ choices: UnsafeMutablePointer<Choices>) {
    var bits: UInt8 = 0
    if process.watchesRaces { bits |= Listeners.races.rawValue }
    if process.isTestBundle { bits |= Listeners.testFramework.rawValue }
    if settings.recordsStacks { bits |= Listeners.stacks.rawValue }
    if settings.search != nil { bits |= Listeners.search.rawValue }
    if choices.pointee.needsTaskView { bits |= Listeners.taskView.rawValue }
    if choices.pointee.countsSteps { bits |= Listeners.steps.rawValue }
    rawValue = bits
  }
}
#endif
