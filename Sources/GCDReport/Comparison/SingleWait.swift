// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// A wait for a condition that the failing participant made once, although another one has had the lock
/// between the signal and the end of the wait: what was awaited need not hold any more.
package struct SingleWait: Equatable {
  /// The call.
  package let wait: StepLine
  /// The step by which the other one has had the lock.
  package let other: StepLine

  /// - Parameter lines: All steps of a schedule that fails; nil where its last participant has made no such
  ///   wait.
  package init?(in lines: [StepLine]) {
    guard let last = lines.last(where: { $0.operation != .timePasses }) else { return nil }
    func isOwn(_ line: StepLine) -> Bool {
      line.participant == last.participant && line.submitter == last.submitter
    }
    guard let begin = lines.lastIndex(where: { isOwn($0) && $0.operation == .conditionWait }),
      let lock = lines[..<begin].last(where: { isOwn($0) && $0.takesLock })?.object,
      let end = lines[begin...].firstIndex(where: { isOwn($0) && $0.takes(lock) }),
      let signal = lines[begin..<end].lastIndex(where: { $0.isSignal(of: lines[begin].object) }),
      let other = lines[signal..<end].first(where: { !isOwn($0) && $0.takes(lock) })
    else { return nil }
    wait = lines[begin]
    self.other = other
  }
}

extension StepLine {
  fileprivate var takesLock: Bool { operation == .lock && outcome != .timedOut }

  /// A task that a signal has woken takes its lock again, as any other does.
  fileprivate func takes(_ lock: ObjectName) -> Bool { takesLock && object == lock }

  fileprivate func isSignal(of condition: ObjectName?) -> Bool {
    (operation == .signalCondition || operation == .broadcastCondition) && object == condition
  }
}
