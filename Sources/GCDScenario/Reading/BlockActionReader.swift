// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The verbs that have a block.
extension ScenarioReader {
  func readBlockAction(_ fields: StepFields, in scope: Scope) -> Action? {
    let submits = [.async, .after, .sync].contains(fields.verb)
    // The block is read first and whatever else is wrong, so that the mistakes inside it are shown too.
    let block = fields[.do].flatMap { readBlock($0, items: submits, in: scope) }
    switch fields.verb {
    case .async:
      let options = readSubmitOptions(fields)
      guard let queue = readReference(fields.value, [.queue], for: "async") else { return nil }
      return block.map { .async(queue: queue, block: $0, options) }
    case .sync:
      let barrier = flag(.barrier, fields)
      guard let queue = readReference(fields.value, [.queue], for: "sync") else { return nil }
      return block.map { .sync(queue: queue, block: $0, barrier: barrier) }
    case .after:
      let options = readSubmitOptions(fields)
      let queue =
        fields[.queue].map { readReference($0, [.queue], for: "queue") } ?? mainQueue(fields.position)
      guard let delay = readDuration(fields.value, of: "after", allowsForever: true), let queue else {
        return nil
      }
      return block.map { .after(delay, wall: flag(.wall, fields), queue: queue, block: $0, options) }
    case .notify:
      let queue =
        fields[.queue].map { readReference($0, [.queue], for: "queue") } ?? mainQueue(fields.position)
      let qos = fields[.qos].flatMap { readQoS($0) } ?? .unspecified
      guard let object = readReference(fields.value, [.group, .item], for: "notify"), let queue else {
        return nil
      }
      return block.map { .notify(object, queue: queue, block: $0, qos) }
    case .apply:
      guard let count = readNumber(fields.value, of: "apply", minimum: 0, maximum: 1_000_000) else {
        return nil
      }
      return block.map { .apply(iterations: count, block: $0) }
    case .repeat:
      guard let count = readNumber(fields.value, of: "repeat", minimum: 0, maximum: 1_000_000) else {
        return nil
      }
      return block.map { .repeat(times: count, block: $0) }
    case .once:
      guard let token = readReference(fields.value, [.once], for: "once") else { return nil }
      return block.map { .once(token: token, block: $0) }
    case .either:
      return readEither(fields, in: scope)
    default:
      return readIf(fields, then: block, in: scope)
    }
  }

  /// The queue of `after` and `notify` when none is written.
  private func mainQueue(_ position: SourcePosition) -> Reference? {
    Reference(kind: .queue, index: 0, name: "main", position: position)
  }

  private func readSubmitOptions(_ fields: StepFields) -> SubmitOptions {
    var options = SubmitOptions()
    options.barrier = flag(.barrier, fields)
    options.group = fields[.group].flatMap { readReference($0, [.group], for: "group") }
    options.waits = flag(.andWait, fields)
    options.qos = fields[.qos].flatMap { readQoS($0) } ?? .unspecified
    if options.waits { checkWaits(fields) }
    return options
  }

  /// Dispatch has `dispatch_async_and_wait` and its barrier form, and no others.
  private func checkWaits(_ fields: StepFields) {
    program.waiters.append(fields.position)
    for option in [Verb.Option.group, .qos] {
      guard let position = fields.position(of: option) else { continue }
      diagnostics.error(
        position, "\"and-wait\" takes no \"\(option.rawValue)\"; leave one of the two out")
    }
  }

  private func readEither(_ fields: StepFields, in scope: Scope) -> Action? {
    guard case .mapping(let entries) = fields.value.content, entries.count > 1 else {
      return refuse(
        fields.value.position,
        "\"either\" needs at least two branches, each a name and a colon with its steps below")
    }
    return .either(
      entries.map { entry in
        var inner = scope
        // A branch may be left empty: nothing happens in it.
        let steps = entry.value.isEmpty ? [] : readStepList(entry.value, of: entry.key, in: &inner)
        return Branch(name: entry.key, position: entry.keyPosition, steps: steps)
      })
  }

  private func readIf(_ fields: StepFields, then block: Block?, in scope: Scope) -> Action? {
    let otherwise = fields[.else].map { readBlock($0, items: false, in: scope) } ?? .steps([])
    guard let condition = ExpressionReader.condition(fields.value, of: "if", in: scope, self) else {
      return nil
    }
    guard let block, let otherwise else { return nil }
    return .if(condition, then: block, else: otherwise)
  }
}
