// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Goes through the steps of a schedule and notes what they change.
struct ScheduleWalk {
  private struct Thread {
    /// Queues whose blocks it runs, the innermost last; nil inside one stands for a block of no queue.
    var inside: [ObjectName?] = []
    var isBusy: Bool
    var wait: (operation: OperationKind, object: ObjectName?)?
    var states: [ScheduleStates.State] = []
  }

  private struct Thing {
    var runners: [String] = []
    var blocks: Set<Int> = []
    var count: Int?
    var suspensions = 0
    var holder: String?
    var states: [ScheduleStates.State] = []
  }

  private let isWhole: Bool
  private let tellsLocks: Bool
  private var changes: ArraySlice<Course.Change>
  private var names: [String]
  private var objects: [ObjectName]
  private var threads: [String: Thread] = [:]
  private var things: [ObjectName: Thing] = [:]

  init(_ finding: Finding, _ lines: [StepLine], isWhole: Bool) {
    self.isWhole = isWhole
    changes = (finding.course?.changes ?? [])[...]
    // A wait for a condition gives back a lock that its step does not name.
    tellsLocks = isWhole && !lines.contains { $0.operation == .conditionWait }
    names = lines.map(\.party).filter { $0 != "clock" && $0 != "nobody" }.distinct
    objects = (lines.compactMap(\.object) + changes.map(\.object)).distinct
    objects = objects.filter { $0.sort.isFollowed && ($0.sort != .lock || tellsLocks) }
    for name in names {
      // Whoever has not begun a block yet was there from the start.
      let first = lines.first { $0.party == name }?.operation
      threads[name] = Thread(isBusy: first != .begin && first != .beginOnMain)
    }
    for object in objects { things[object] = Thing() }
    for change in changes where things[change.object]?.count == nil && change.object.sort.isCounted {
      things[change.object]?.count = change.before
    }
    if case .semaphoreNeverSignaled(let evidence) = finding.kind,
      things[evidence.edge.resource]?.count == nil
    {
      things[evidence.edge.resource]?.count = evidence.initialValue
    }
    let start = lines.first?.index ?? 0
    while let change = changes.first, change.step < start { apply(changes.removeFirst()) }
  }

  private mutating func apply(_ change: Course.Change) {
    if change.object.sort.isCounted {
      things[change.object]?.count = change.after
    } else {
      things[change.object]?.suspensions = change.after
    }
  }

  // MARK: One step

  mutating func take(_ position: ScheduleStates.Position) {
    let line = position.line
    while let change = changes.first, change.step <= line.index { apply(changes.removeFirst()) }
    if threads[line.party] != nil {
      threads[line.party]?.wait = line.outcome == .waits ? (line.operation, line.object) : nil
      threads[line.party]?.isBusy = true
      if case .count(_, let after) = line.outcome, let object = line.object, object.sort.isCounted {
        things[object]?.count = after
      }
      follow(line, block: position.block)
    }
    for name in names {
      let state = state(of: name)
      threads[name]?.states.append(state)
    }
    for object in objects {
      let state = state(of: object)
      things[object]?.states.append(state)
    }
  }

  private mutating func follow(_ line: StepLine, block: Int?) {
    switch line.operation {
    case .async, .barrierAsync, .arrive:
      if let block, let object = line.object { things[object]?.blocks.insert(block) }
    case .begin, .beginOnMain:
      threads[line.party]?.inside.append(line.object)
      guard let object = line.object else { return }
      if let block { things[object]?.blocks.remove(block) }
      things[object]?.runners.append(line.party)
    case .end:
      let queue = threads[line.party]?.inside.popLast() ?? line.object
      if let queue { leave(queue, line.party) }
      if threads[line.party]?.inside.isEmpty == true { threads[line.party]?.isBusy = false }
    case .sync, .barrierSync, .acquire:
      guard line.outcome != .waits, let object = line.object else { return }
      threads[line.party]?.inside.append(object)
      things[object]?.runners.append(line.party)
    case .endSync:
      guard let object = line.object else { return }
      if let last = threads[line.party]?.inside.lastIndex(of: object) {
        threads[line.party]?.inside.remove(at: last)
      }
      leave(object, line.party)
    case .lock, .tryLock:
      if line.outcome == .done, let object = line.object { things[object]?.holder = line.party }
    case .unlock:
      if let object = line.object { things[object]?.holder = nil }
    default: break
    }
  }

  private mutating func leave(_ queue: ObjectName, _ party: String) {
    if let last = things[queue]?.runners.lastIndex(of: party) { things[queue]?.runners.remove(at: last) }
  }

  // MARK: States in words

  private func state(of name: String) -> ScheduleStates.State {
    guard let thread = threads[name] else { return .init(text: "", tone: .plain) }
    let place = thread.inside.last.flatMap { $0 }.map { "inside \($0.compact)" }
    if let wait = thread.wait {
      let object = wait.object.map { " for \($0.compact)" } ?? ""
      return .init(text: "waits in \(wait.operation.verb)\(object)", tone: .waits)
    }
    if !thread.isBusy { return .init(text: "idle", tone: .idle) }
    return .init(text: place.map { "runs \($0)" } ?? "runs", tone: .runs)
  }

  private func state(of object: ObjectName) -> ScheduleStates.State {
    guard let thing = things[object] else { return .init(text: "", tone: .plain) }
    let waiters = names.filter { name in threads[name]?.wait.map { $0.object == object } ?? false }
    var parts: [String] = []
    if object.sort.isQueue {
      if !thing.runners.isEmpty { parts.append("runs on \(list(thing.runners.distinct))") }
      if isWhole, !thing.blocks.isEmpty { parts.append("\(counted(thing.blocks.count, "block")) to run") }
      if thing.suspensions > 0 { parts.append("suspended") }
    } else if object.sort == .lock {
      if let holder = thing.holder { parts.append("held by \(holder)") }
    } else if let count = thing.count {
      parts.append(object.sort == .group && count == 0 ? "empty" : "\(object.sort.countWord) \(count)")
    }
    if parts.isEmpty { parts.append(object.sort.isCounted ? "count not known" : "free") }
    if !waiters.isEmpty {
      parts.append("\(list(waiters)) \(waiters.count == 1 ? "waits" : "wait")")
      return .init(text: parts.joined(separator: "; "), tone: .waits)
    }
    let isIdle = parts == ["free"] || parts == ["empty"]
    let runs = !thing.runners.isEmpty || thing.holder != nil
    return .init(text: parts.joined(separator: "; "), tone: isIdle ? .idle : runs ? .runs : .plain)
  }

  // MARK: The result

  var laneTotal: Int { names.count + objects.count }

  func lanes(threads mostThreads: Int, objects mostObjects: Int) -> [ScheduleStates.Lane] {
    let first = names.prefix(mostThreads).map { name in
      ScheduleStates.Lane(sort: .thread, title: name, states: threads[name]?.states ?? [])
    }
    let ordered = objects.filter(\.sort.isQueue) + objects.filter { !$0.sort.isQueue }
    let second = ordered.prefix(mostObjects).map { object in
      ScheduleStates.Lane(
        sort: object.sort.isQueue ? .queue : object.sort == .lock ? .lock : .count,
        title: object.compact, states: things[object]?.states ?? [])
    }
    return first + second
  }
}

extension ObjectSort {
  /// Its count is told.
  fileprivate var isCounted: Bool { self == .group || self == .semaphore || self == .posixSemaphore }

  fileprivate var isFollowed: Bool { isQueue || isCounted || self == .lock }

  fileprivate var countWord: String { self == .group ? "count" : "value" }
}
