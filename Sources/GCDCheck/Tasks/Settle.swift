// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDRuntime

/// Suspends the calling task until no other task, block or thread can continue before time passes.
///
/// In a controlled body: all others have ended, wait for something or for a time that has not come, or poll
/// by yielding; it lets no virtual time pass. A test can start its tasks, let them get as far as they can,
/// and look at their state or let them continue. Of several tasks that wait in this way any may be the first
/// to return. A timer within the allowed clock skew counts as one whose time has come.
///
/// Where nothing is under control no code knows that state: it returns after 50 ms of real time.
///
/// - Parameter isolation: That of the caller, which it keeps; not to be given.
public func settle(isolation: isolated (any Actor)? = #isolation) async {
  await withCheckedContinuation { continuation in
    let isControlled = InsideRun.postWhenSettled()
    let pause: DispatchTimeInterval = isControlled ? .seconds(0) : .milliseconds(50)
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) { continuation.resume() }
  }
}
