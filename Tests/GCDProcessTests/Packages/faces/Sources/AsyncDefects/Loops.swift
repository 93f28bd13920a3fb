// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Sends a sign of life each second.
private func beat() async {
  while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
}

/// A session that lasts as long as its requests; its sign of life has to be ended with it.
private func serve(cancels: Bool) async {
  await withTaskGroup(of: Void.self) { group in
    let store = Store()
    group.addTask { await beat() }
    group.addTask { for number in 0..<3 { await store.add(number) } }
    await group.next()
    if cancels { group.cancelAll() }
  }
}

/// Takes samples until it is cancelled; a detached task is not cancelled with the one that made it.
private func watch(detaches: Bool) async {
  let store = Store()
  let sample: @Sendable () async -> Void = {
    while !Task.isCancelled {
      await store.add(1)
      try? await Task.sleep(for: .milliseconds(50))
    }
  }
  let watcher = Task {
    if detaches { await Task.detached(operation: sample).value } else { await sample() }
  }
  try? await Task.sleep(for: .milliseconds(120))
  watcher.cancel()
  await watcher.value
}

/// Builds each part after those that it needs, and once.
private actor Builder {
  private var running: [String: Task<Void, Never>] = [:]
  private let needed: [String: [String]]

  init(_ needed: [String: [String]]) { self.needed = needed }

  func build(_ name: String) -> Task<Void, Never> {
    if let task = running[name] { return task }
    let parts = needed[name] ?? []
    let task = Task {
      for part in parts { await self.build(part).value }
    }
    running[name] = task
    return task
  }
}

extension AsyncDefect {
  static let loops: [AsyncDefect] = [
    AsyncDefect("heartbeatOutlivesItsSession", "GCD107") {
      await serve(cancels: false)
    } twin: {
      await serve(cancels: true)
    },
    AsyncDefect("detachedLoopIsNotCancelled", "GCD107") {
      await watch(detaches: true)
    } twin: {
      await watch(detaches: false)
    },
    AsyncDefect("partsNeedEachOther", "GCD102") {
      await Builder(["app": ["net"], "net": ["core"], "core": ["net"]]).build("app").value
    } twin: {
      await Builder(["app": ["net", "core"], "net": ["core"]]).build("app").value
    },
  ]
}
