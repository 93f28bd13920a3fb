// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// A node as one text of words: a search that is split keeps many of them.
extension SearchNode: WordCoded, Codable {
  package func write(to words: inout [UInt64]) {
    words += [task, UInt64(preemptions), running]
    words.append(list: able)
    words.append(list: caused)
    words.append(footprint)
    words.append(wholeFootprint)
    for steps in [sleepSet, tried] {
      words.append(UInt64(steps.count))
      for step in steps {
        words.append(step.task)
        words.append(step.footprint)
      }
    }
    words.append(list: fleeting.flatMap { [$0.task, $0.operation, $0.mayBeRevoked ? 1 : 0] })
    words.append(UInt64(open.count))
    for entry in open { words.append(list: entry.order) }
    words.append(list: effects.flatMap { [UInt64($0.taken), UInt64($0.count)] })
  }

  package init?(_ reader: inout WordReader) {
    guard let task = reader.word(), let preemptions = reader.count(), let running = reader.word(),
      let able = reader.list(), let caused = reader.list(), let footprint = reader.footprint(),
      let wholeFootprint = reader.footprint(), let sleepSet = reader.steps(), let tried = reader.steps(),
      let fleeting = reader.list(), fleeting.count % 3 == 0, let openCount = reader.count()
    else { return nil }
    self.init(able: able, sleepSet: sleepSet, tried: tried, task: task)
    self.preemptions = preemptions
    self.running = running
    self.caused = caused
    self.footprint = footprint
    self.wholeFootprint = wholeFootprint
    self.fleeting = stride(from: 0, to: fleeting.count, by: 3).map {
      RevocableStep(
        task: fleeting[$0], operation: fleeting[$0 + 1], mayBeRevoked: fleeting[$0 + 2] == 1)
    }
    for _ in 0..<openCount {
      guard let order = reader.list(), !order.isEmpty else { return nil }
      open.append(BacktrackEntry(order: order))
    }
    guard let effects = reader.effects() else { return nil }
    self.effects = effects
  }
}

extension WordReader {
  mutating func effects() -> [EffectChoice]? {
    guard let words = list(), words.count % 2 == 0 else { return nil }
    var effects: [EffectChoice] = []
    for index in stride(from: 0, to: words.count, by: 2) {
      guard let taken = Int(exactly: words[index]), let count = Int(exactly: words[index + 1]) else {
        return nil
      }
      effects.append(EffectChoice(taken: taken, count: count))
    }
    return effects
  }
}

extension [UInt64] {
  fileprivate mutating func append(_ footprint: Footprint) {
    append(UInt64(footprint.accesses.count) << 1 | (footprint.isTotal ? 1 : 0))
    for access in footprint.accesses {
      append(access.resource)
      append(UInt64(access.mode.rawValue) << 8 | UInt64(access.role.rawValue))
    }
  }
}

extension WordReader {
  fileprivate mutating func footprint() -> Footprint? {
    guard let head = count() else { return nil }
    var footprint = Footprint()
    footprint.isTotal = head & 1 != 0
    for _ in 0..<(head >> 1) {
      guard let resource = word(), let kind = word(),
        let mode = Access.Mode(rawValue: UInt8(truncatingIfNeeded: kind >> 8)),
        let role = Access.Role(rawValue: UInt8(truncatingIfNeeded: kind))
      else { return nil }
      footprint.accesses.append(Access(resource, mode, role))
    }
    return footprint
  }

  fileprivate mutating func steps() -> [ExploredStep]? {
    guard let count = count() else { return nil }
    var steps: [ExploredStep] = []
    for _ in 0..<count {
      guard let task = word(), let footprint = footprint() else { return nil }
      steps.append(ExploredStep(task: task, footprint: footprint))
    }
    return steps
  }
}
