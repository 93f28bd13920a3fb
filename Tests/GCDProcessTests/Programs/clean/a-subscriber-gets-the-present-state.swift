// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Who subscribes is told the present state first.
actor Network {
  private(set) var isReady = false
  private var subscribers: [AsyncStream<Bool>.Continuation] = []

  func changes() -> AsyncStream<Bool> {
    let (stream, output) = AsyncStream<Bool>.makeStream()
    output.yield(isReady)
    subscribers.append(output)
    return stream
  }

  func becomeReady() {
    isReady = true
    for subscriber in subscribers { subscriber.yield(true) }
  }
}

@MainActor func waitUntilReady(_ network: Network) async {
  if await network.isReady { return }
  for await isReady in await network.changes() where isReady { return }
}

let network = Network()
let connecting = Task.detached { await network.becomeReady() }
await waitUntilReady(network)
await connecting.value
