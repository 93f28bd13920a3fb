// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What takes an item wakes a producer only if the buffer was full: a second one that waits is not woken.
actor Buffer {
  private var items: [Int] = []
  private var producers: [CheckedContinuation<Void, Never>] = []
  private var consumer: CheckedContinuation<Void, Never>?

  func put(_ item: Int) async {
    while items.count >= 2 { await withCheckedContinuation { producers.append($0) } }
    items.append(item)
    consumer?.resume()
    consumer = nil
  }

  func take() async -> Int {
    while items.isEmpty {
      await withCheckedContinuation { consumer = $0 }  // cause
    }
    let mustWake = items.count == 2
    let item = items.removeFirst()
    if mustWake, !producers.isEmpty { producers.removeFirst().resume() }
    return item
  }
}

let buffer = Buffer()
for item in 1...4 { Task.detached { await buffer.put(item) } }
for _ in 1...4 { _ = await buffer.take() }

// says: also stuck task
