// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What each verb makes of its value and options.
extension ScenarioReader {
  func readAction(_ fields: StepFields, in scope: inout Scope) -> Action? {
    switch fields.verb {
    case .async, .sync, .after, .notify, .apply, .once, .repeat, .either, .if:
      return readBlockAction(fields, in: scope)
    case .wait: return readWait(fields, in: scope)
    case .enter: return object(fields, [.group]).map(Action.enter)
    case .leave: return object(fields, [.group]).map(Action.leave)
    case .signal: return object(fields, [.semaphore]).map(Action.signal)
    case .suspend: return object(fields, [.queue, .timer, .group, .semaphore]).map(Action.suspend)
    case .resume: return object(fields, [.queue, .timer, .group, .semaphore]).map(Action.resume)
    case .activate: return object(fields, [.queue, .timer]).map(Action.activate)
    case .cancel: return object(fields, [.timer, .item]).map(Action.cancel)
    case .drop: return readDrop(fields)
    case .perform: return object(fields, [.item]).map(Action.perform)
    case .retarget:
      guard let queue = object(fields, [.queue]) else { return nil }
      guard let target = fields[.to].flatMap({ readReference($0, [.queue], for: "to") }) else { return nil }
      return .retarget(queue, to: target)
    case .sleep:
      return readNanoseconds(fields.value, of: "sleep").map { .sleep(nanoseconds: $0) }
    case .print:
      if let text = fields.value.text { return .note(text) }
      return refuse(fields.value.position, "\"print\" needs text, but this is \(fields.value.kindName)")
    case .set, .add, .read, .assert: return readVariableAction(fields, in: &scope)
    case .mustBeOn:
      let barrier = flag(.barrier, fields)
      return object(fields, [.queue]).map { .mustBeOn($0, barrier: barrier) }
    case .mustNotBeOn: return object(fields, [.queue]).map(Action.mustNotBeOn)
    }
  }

  /// The object behind the verb.
  private func object(_ fields: StepFields, _ kinds: [SymbolKind]) -> Reference? {
    readReference(fields.value, kinds, for: fields.verb.rawValue)
  }

  private func readDrop(_ fields: StepFields) -> Action? {
    guard let reference = object(fields, [.queue, .group, .semaphore, .timer, .item]) else { return nil }
    if reference.kind == .queue, program.queues[reference.index].origin != .created {
      return refuse(fields.value.position, "\"\(reference.name)\" always exists and cannot be dropped")
    }
    return .drop(reference)
  }

  private func readWait(_ fields: StepFields, in scope: Scope) -> Action? {
    let object = self.object(fields, [.group, .semaphore, .item])
    var timeout = VirtualDuration.forever
    if let value = fields[.timeout] {
      guard let duration = readDuration(value, of: "timeout", allowsForever: true) else { return nil }
      timeout = duration
    } else if let position = fields.position(of: .timedOut) {
      diagnostics.error(
        position, "\"timed-out\" can never happen without a \"timeout\"; write for example \"timeout: 3s\"")
    }
    let inTime = reaction(.inTime, fields, in: scope)
    let timedOut = reaction(.timedOut, fields, in: scope)
    guard let object else { return nil }
    return .wait(
      Wait(object: object, timeout: timeout, wall: flag(.wall, fields), inTime: inTime, timedOut: timedOut))
  }

  private func reaction(_ option: Verb.Option, _ fields: StepFields, in scope: Scope) -> [Step] {
    var inner = scope
    return fields[option].map { readStepList($0, of: option.rawValue, in: &inner) } ?? []
  }

  func flag(_ option: Verb.Option, _ fields: StepFields) -> Bool {
    fields[option].flatMap { readBool($0, of: option.rawValue) } ?? false
  }

  private func readVariableAction(_ fields: StepFields, in scope: inout Scope) -> Action? {
    if fields.verb == .assert {
      guard let condition = ExpressionReader.condition(fields.value, of: "assert", in: scope, self) else {
        return nil
      }
      let text = fields.value.text ?? ""
      return .assert(condition, message: fields[.message]?.text ?? "assertion failed: \(text)")
    }
    if fields.verb == .add {
      let amount = ExpressionReader.number(fields.value, of: "add", in: scope, self)
      guard let variable = fields[.to].flatMap({ readReference($0, [.variable], for: "to") }) else {
        return nil
      }
      return amount.map { .add($0, variable: variable) }
    }
    let variable = object(fields, [.variable])
    if fields.verb == .set {
      guard let value = fields[.to].flatMap({ ExpressionReader.number($0, of: "to", in: scope, self) }) else {
        return nil
      }
      return variable.map { .set(variable: $0, to: value) }
    }
    guard let slot = readLocalName(fields[.as], in: &scope) else { return nil }
    return variable.map { .read(variable: $0, slot: slot) }
  }

  private func readLocalName(_ value: Syntax?, in scope: inout Scope) -> Int? {
    guard let value else { return nil }
    guard let name = value.text, ExpressionText.isName(name) else {
      return refuse(
        value.position,
        "\(value.kindName) cannot be a name: use letters, digits and \"_\", beginning with a letter")
    }
    if let symbol = symbols[name] {
      return refuse(
        value.position,
        "\"\(name)\" is already the name of \(symbol.kind.phrase)\(symbol.declaredAt); choose another")
    }
    let slot = scope[name] ?? program.localCount
    if slot == program.localCount { program.localCount += 1 }
    scope.add(name, slot: slot)
    return slot
  }
}
