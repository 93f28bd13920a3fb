// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A search as one text of words: it is sent to a program and back for each execution, and with each job.
extension ExhaustiveSearch: WordCoded, Codable {
  private struct Flags: OptionSet {
    let rawValue: UInt64

    static let isFinished = Flags(rawValue: 1)
    static let hasDiverged = Flags(rawValue: 2)
    static let isTooLarge = Flags(rawValue: 4)
    static let isRepetition = Flags(rawValue: 8)
    static let startsOver = Flags(rawValue: 16)
    static let isPart = Flags(rawValue: 32)
    static let isBounded = Flags(rawValue: 64)
  }

  private var flags: Flags {
    var flags: Flags = []
    if isFinished { flags.insert(.isFinished) }
    if hasDiverged { flags.insert(.hasDiverged) }
    if isTooLarge { flags.insert(.isTooLarge) }
    if isRepetition { flags.insert(.isRepetition) }
    if startsOver { flags.insert(.startsOver) }
    if isPart { flags.insert(.isPart) }
    if bound != nil { flags.insert(.isBounded) }
    return flags
  }

  package func write(to words: inout [UInt64]) {
    words += [flags.rawValue, UInt64(bound ?? 0)]
    for number in [executions, repetitions, floor, effectsFrom, depth, firstNew, guided, effectIndex] {
      words.append(UInt64(number))
    }
    words.append(list: guide)
    words.append(list: ordered.sorted())
    words.append(list: held.sorted())
    words.append(UInt64(wanted.count))
    for step in wanted {
      words.append(UInt64(step.node))
      words.append(list: step.others)
      words.append(list: step.order)
    }
    words.append(UInt64(nodes.count))
    for node in nodes { node.write(to: &words) }
  }

  package init?(_ reader: inout WordReader) {
    guard let rawFlags = reader.word(), let bound = reader.count(), let executions = reader.count(),
      let repetitions = reader.count(), let floor = reader.count(), let effectsFrom = reader.count(),
      let depth = reader.count(), let firstNew = reader.count(), let guided = reader.count(),
      let effectIndex = reader.count(), let guide = reader.list(), let ordered = reader.list(),
      let held = reader.list(), let wantedCount = reader.count()
    else { return nil }
    let flags = Flags(rawValue: rawFlags)
    self.init(bound: flags.contains(.isBounded) ? bound : nil)
    self.executions = executions
    self.repetitions = repetitions
    isFinished = flags.contains(.isFinished)
    hasDiverged = flags.contains(.hasDiverged)
    isTooLarge = flags.contains(.isTooLarge)
    isRepetition = flags.contains(.isRepetition)
    startsOver = flags.contains(.startsOver)
    isPart = flags.contains(.isPart)
    self.floor = floor
    self.effectsFrom = effectsFrom
    self.depth = depth
    self.firstNew = firstNew
    self.guided = guided
    self.effectIndex = effectIndex
    self.guide = guide
    self.ordered = Set(ordered)
    self.held = Set(held)
    for _ in 0..<wantedCount {
      guard let node = reader.count(), let others = reader.list(), let order = reader.list() else {
        return nil
      }
      wanted.append(WantedStep(node: node, others: others, order: order))
    }
    guard let nodeCount = reader.count() else { return nil }
    for _ in 0..<nodeCount {
      guard let node = SearchNode(&reader) else { return nil }
      nodes.append(node)
    }
  }
}

extension SearchJob: WordCoded {
  package func write(to words: inout [UInt64]) {
    words += [UInt64(number), UInt64(runsBefore), UInt64(mostRuns)]
    search.write(to: &words)
  }

  package init?(_ reader: inout WordReader) {
    guard let number = reader.count(), let runsBefore = reader.count(), let mostRuns = reader.count(),
      let search = ExhaustiveSearch(&reader)
    else { return nil }
    self.init(number: number, runsBefore: runsBefore, search: search, mostRuns: mostRuns)
  }
}
