// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Second pass: what each declared name is.
extension ScenarioReader {
  func readDeclarations() {
    program.groups = names(.groups)
    program.onceTokens = names(.once)
    program.semaphores = numbers(.semaphores)
    program.variables = numbers(.variables)
    readQueues()
    for entry in entries(.timers) { program.timers.append(readTimer(entry)) }
    for entry in entries(.items) { program.items.append(readItem(entry)) }
    for entry in entries(.blocks) { program.blocks.append(readSteps(of: entry)) }
    for entry in entries(.threads) { program.threads.append(readSteps(of: entry)) }
  }

  /// The entries of a section, in the order of their indices; a name that is taken has none.
  func entries(_ section: Section) -> [Syntax.Entry] {
    guard case .mapping(let entries) = self.section(section)?.content else { return [] }
    return entries.filter { isDeclared($0.key, at: $0.keyPosition) }
  }

  private func isDeclared(_ name: String, at position: SourcePosition) -> Bool {
    symbols[name]?.position == position
  }

  private func names(_ section: Section) -> [NamedDeclaration] {
    guard case .sequence(let items) = self.section(section)?.content else { return [] }
    return items.compactMap { item in
      guard let name = item.text, isDeclared(name, at: item.position) else { return nil }
      return NamedDeclaration(name: name, position: item.position)
    }
  }

  private func numbers(_ section: Section) -> [NumberDeclaration] {
    entries(section).map { entry in
      let value = readNumber(entry.value, of: entry.key) ?? 0
      return NumberDeclaration(name: entry.key, position: entry.keyPosition, value: value)
    }
  }

  private func readSteps(of entry: Syntax.Entry) -> StepsDeclaration {
    var scope = Scope()
    let steps = readStepList(entry.value, of: entry.key, in: &scope)
    return StepsDeclaration(name: entry.key, position: entry.keyPosition, steps: steps)
  }

  private func readTimer(_ entry: Syntax.Entry) -> TimerDeclaration {
    let owner = "the timer \"\(entry.key)\""
    let keys = ["every", "after", "queue", "leeway", "wall", "do", "cancelled"]
    let fields = readFields(entry.value, of: owner, known: keys)
    let every = fields["every"].flatMap { readNanoseconds($0, of: "every") }
    var first = VirtualDuration.nanoseconds(every ?? 0)
    if let after = fields["after"] { first = readDuration(after, of: "after", allowsForever: true) ?? first }
    if fields["every"] == nil, fields["after"] == nil {
      diagnostics.error(entry.keyPosition, "\(owner) never fires; write every: 1s, or after: 1s for one call")
    }
    if fields["do"] == nil {
      diagnostics.error(entry.keyPosition, "\(owner) does nothing; write what under \"do:\"")
    }
    let queue = fields["queue"].flatMap { readReference($0, [.queue], for: "queue") }
    var scope = Scope()
    return TimerDeclaration(
      name: entry.key, position: entry.keyPosition, first: first, every: every,
      leeway: fields["leeway"].flatMap { readNanoseconds($0, of: "leeway") } ?? 0,
      wall: fields["wall"].flatMap { readBool($0, of: "wall") } ?? false,
      queue: queue?.index ?? 1,
      handler: fields["do"].flatMap { readBlock($0, items: false, in: Scope()) } ?? .steps([]),
      cancelHandler: fields["cancelled"].map { readStepList($0, of: "cancelled", in: &scope) })
  }

  private func readItem(_ entry: Syntax.Entry) -> ItemDeclaration {
    let owner = "the work item \"\(entry.key)\""
    let fields = readFields(entry.value, of: owner, known: ["do", "barrier", "qos"])
    if fields["do"] == nil {
      diagnostics.error(entry.keyPosition, "\(owner) does nothing; write what under \"do:\"")
    }
    return ItemDeclaration(
      name: entry.key, position: entry.keyPosition,
      block: fields["do"].flatMap { readBlock($0, items: false, in: Scope()) } ?? .steps([]),
      barrier: fields["barrier"].flatMap { readBool($0, of: "barrier") } ?? false,
      qos: fields["qos"].flatMap { readQoS($0) } ?? .unspecified)
  }

  /// A time that ends.
  func readNanoseconds(_ value: Syntax, of key: String) -> Int? {
    guard case .nanoseconds(let nanoseconds) = readDuration(value, of: key) else { return nil }
    return nanoseconds
  }
}
