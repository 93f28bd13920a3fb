// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension [StackFrame] {
  /// Where these functions of a suspended task, the innermost first, await in the one that took a lock,
  /// itself or by a function that it called: what it awaits may suspend only in functions which know of no
  /// lock.
  ///
  /// - Parameter locked: The stack of the call that took the lock.
  func awaitInFunction(of locked: [StackFrame]) -> CodeLocation? {
    for taker in locked where taker.isUserCode {
      let own = first { $0.isUserCode && $0.location != nil && $0.function == taker.function }
      if let own { return own.location }
    }
    return nil
  }
}
