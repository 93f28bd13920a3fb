// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// Runs an async function in a task of its own and waits for its end.
func awaited(_ body: @escaping () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task {
    await body()
    end.signal()
  }
  end.wait()
}

/// A value that is handed from task to task.
final class Parcel {
  var value: Int

  init(_ value: Int) { self.value = value }
}
