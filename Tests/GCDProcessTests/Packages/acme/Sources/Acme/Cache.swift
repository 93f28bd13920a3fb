// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

public final class Cache {
  private let queue = DispatchQueue(label: "com.acme.cache")
  private let log = DispatchQueue(label: "com.acme.log")
  private var values: [String: Int] = [:]

  public init() {}

  public func get(_ key: String) -> Int? {
    queue.sync {
      log.sync { values[key] }
    }
  }

  public func put(_ key: String, _ value: Int) { queue.async { self.values[key] = value } }

  public func flush() {
    log.sync {
      queue.sync { values.removeAll() }
    }
  }

  public func count() -> Int {
    queue.sync {
      queue.sync { values.count }
    }
  }
}
