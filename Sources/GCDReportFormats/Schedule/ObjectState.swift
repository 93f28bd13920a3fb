// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// What a queue, a group, a semaphore or a lock is in after a step, in words.
struct ObjectState {
  private let object: ObjectName
  private let thing: ScheduleMoment.Thing
  private let waiters: [String]
  private let reportsBlocks: Bool

  /// - Parameter reportsBlocks: All blocks that were ever submitted are known.
  init(_ object: ObjectName, _ moment: ScheduleMoment, waiters: [String], reportsBlocks: Bool) {
    self.object = object
    self.waiters = waiters
    self.reportsBlocks = reportsBlocks
    thing = moment.things[object] ?? ScheduleMoment.Thing()
  }

  var state: ScheduleStates.State {
    var parts = words
    let isAtRest = parts.isEmpty || parts == ["empty"]
    if parts.isEmpty { parts.append(object.type.isCounted ? "count not known" : "free") }
    if !waiters.isEmpty {
      parts.append("\(some(waiters)) \(waiters.count == 1 ? "waits" : "wait")")
      return .init(text: parts.joined(separator: "; "), tone: .waits)
    }
    let isTaken = !thing.runners.isEmpty || thing.holder != nil
    let isPending = reportsBlocks && !thing.blocks.isEmpty
    return .init(
      text: parts.joined(separator: "; "),
      tone: isTaken ? .runs : isPending ? .ready : isAtRest ? .idle : .plain)
  }

  /// All of a few names, else the first ones and how many more.
  private func some(_ names: [String]) -> String {
    names.count <= 5 ? list(names) : "\(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
  }

  private var words: [String] {
    var parts: [String] = []
    if object.type.isQueue {
      if !thing.runners.isEmpty { parts.append("runs on \(some(thing.runners.distinct))") }
      if reportsBlocks, !thing.blocks.isEmpty {
        parts.append("\(counted(thing.blocks.count, "block")) to run")
      }
      if thing.suspensions > 0 { parts.append("suspended") }
    } else if object.type.isLock {
      if let holder = thing.holder { parts.append("held by \(holder)") }
      if !thing.runners.isEmpty { parts.append("read by \(some(thing.runners.distinct))") }
    } else if let count = thing.count {
      let word = object.type == .group ? "count" : "value"
      parts.append(object.type == .group && count == 0 ? "empty" : "\(word) \(count)")
    }
    return parts
  }
}
