// Licensed under the Apache License, Version 2.0; see LICENSE.
import Synchronization

/// What happened in one run of a case, in order.
final class Journal: Sendable {
  private let events = Mutex<[String]>([])

  func note(_ event: String) { events.withLock { $0.append(event) } }

  func note(_ event: Any) { note("\(event)") }

  var text: String { events.withLock { $0.joined(separator: " ") } }

  var count: Int { events.withLock { $0.count } }
}
