// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The source is kept for the second event.
final class Events: @unchecked Sendable {
  private let queue = DispatchQueue(label: "events")
  private var source: (any DispatchSourceUserDataAdd)?
  private var waiter: CheckedContinuation<Void, Never>?

  init() {
    let source = DispatchSource.makeUserDataAddSource(queue: queue)
    source.setEventHandler { [unowned self] in
      waiter?.resume()
      waiter = nil
    }
    source.resume()
    self.source = source
  }

  func next(isLast: Bool) async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.waiter = continuation
        self.source?.add(data: 1)
        if isLast { print("the last one") }
      }
    }
  }
}

let events = Events()
await events.next(isLast: false)
await events.next(isLast: true)
