// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Whether it is ready is looked at first, and subscribed to then: the change may come in between.
actor Network {
  private(set) var isReady = false
  private var subscribers: [AsyncStream<Bool>.Continuation] = []

  func changes() -> AsyncStream<Bool> {
    let (stream, output) = AsyncStream<Bool>.makeStream()
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
  for await isReady in await network.changes() where isReady { return }  // cause
}

let network = Network()
let connecting = Task.detached { await network.becomeReady() }
await waitUntilReady(network)
await connecting.value

// says: in a schedule that passes, first the task made at an-event-comes-before-its-subscriber.swift:26
