// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What a queue, a group, a semaphore or a lock is in after a step, in words.
struct ObjectState {
  private let object: ObjectName
  private let snapshot: StateSnapshot.ObjectSnapshot
  private let waiters: [String]
  private let reportsBlocks: Bool

  /// - Parameter reportsBlocks: All blocks that were ever submitted are known.
  init(_ object: ObjectName, _ all: StateSnapshot, waiters: [String], reportsBlocks: Bool) {
    self.object = object
    self.waiters = waiters
    self.reportsBlocks = reportsBlocks
    snapshot = all.states[object] ?? StateSnapshot.ObjectSnapshot()
  }

  var state: StateLanes.State {
    var parts = properties
    let isAtRest = parts.isEmpty || parts == ["empty"]
    if parts.isEmpty { parts.append(object.type.isCounted ? "count not known" : "free") }
    if !waiters.isEmpty {
      parts.append("\(some(waiters)) \(waiters.count == 1 ? "waits" : "wait")")
      return .init(text: parts.joined(separator: "; "), tone: .waits)
    }
    let isTaken = !snapshot.runners.isEmpty || snapshot.holder != nil
    let isPending = reportsBlocks && !snapshot.blocks.isEmpty
    return .init(
      text: parts.joined(separator: "; "),
      tone: isTaken ? .runs : isPending ? .ready : isAtRest ? .idle : .plain)
  }

  /// All of a few names, else the first ones and how many more.
  private func some(_ names: [String]) -> String {
    names.count <= 5 ? list(names) : "\(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
  }

  private var properties: [String] {
    var parts: [String] = []
    if object.type.isQueue {
      if !snapshot.runners.isEmpty { parts.append("runs on \(some(snapshot.runners.distinct))") }
      if reportsBlocks, !snapshot.blocks.isEmpty {
        parts.append("\(counted(snapshot.blocks.count, "block")) to run")
      }
      if snapshot.suspensions > 0 { parts.append("suspended") }
    } else if object.type.isLock {
      if let holder = snapshot.holder { parts.append("held by \(holder)") }
      if !snapshot.runners.isEmpty { parts.append("read by \(some(snapshot.runners.distinct))") }
    } else if let count = snapshot.count {
      let word = object.type == .group ? "count" : "value"
      parts.append(object.type == .group && count == 0 ? "empty" : "\(word) \(count)")
    }
    return parts
  }
}
