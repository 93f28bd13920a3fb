// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

/// The tasks that go round in a run that does not end: those that made the last steps, but for the clock
/// and for the main thread where XCTest looks on it whether an async test has ended.
enum SpinningTasks {
  /// So many steps show them all.
  static let steps = 64

  static func of(_ engine: Engine) -> [TaskID] {
    let trace = engine.pointee.trace
    let awaitsTest = TestFrameworks(engine: engine).mainThreadAwaitsTest
    var spinning: [TaskID] = []
    for index in max(trace.first, trace.count - steps)..<trace.count {
      let task = trace.steps[index].task
      if task == .clock || task == .body && awaitsTest { continue }
      if !spinning.contains(task) { spinning.append(task) }
    }
    return spinning
  }
}
#endif
