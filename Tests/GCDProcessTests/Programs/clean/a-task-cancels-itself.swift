// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A pump that is stopped by its own task does not wait for the end of that.
actor Pump {
  private var worker: Task<Void, Never>?

  func start(_ input: AsyncStream<Int>) {
    worker = Task {
      for await value in input where value < 0 { await fail() }
    }
  }

  private func fail() async { worker?.cancel() }

  func stop() async {
    worker?.cancel()
    await worker?.value
  }
}

let pump = Pump()
let (input, feed) = AsyncStream<Int>.makeStream()
await pump.start(input)
feed.yield(-1)
feed.finish()
await pump.stop()
