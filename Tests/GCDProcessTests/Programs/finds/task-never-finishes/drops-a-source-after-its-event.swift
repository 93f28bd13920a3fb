// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// The handler has run before the source is given up: that is not why the first event was awaited, and the
/// second one is what nothing brings about.
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
    await withCheckedContinuation { continuation in  // cause
      queue.async {
        self.waiter = continuation
        if isLast { self.source = nil } else { self.source?.add(data: 1) }
      }
    }
  }
}

let events = Events()
await events.next(isLast: false)
await events.next(isLast: true)
