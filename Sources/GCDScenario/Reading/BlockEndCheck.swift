// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A block or work item that runs itself in place would never end and overflow the stack; submitting itself
/// is legal.
extension ScenarioReader {
  func checkBlocksEnd() {
    var check = BlockEndCheck(program: program, diagnostics: diagnostics)
    for index in program.blocks.indices { check.visit(.block(index)) }
    for index in program.items.indices { check.visit(.item(index)) }
  }
}

/// Follows what each named block runs in place, each block once.
private struct BlockEndCheck {
  /// Something with a name whose steps another step can run in place.
  enum Body: Hashable {
    case block(Int)
    case item(Int)
  }

  private enum State: Equatable {
    /// Its steps are being followed.
    case open
    /// How many bodies deep what it runs goes, itself included.
    case done(depth: Int)
  }

  /// Each body that runs inside another one takes a part of the stack.
  private static let mostDepth = 50

  let program: Program
  let diagnostics: Diagnostics
  private var states: [Body: State] = [:]

  init(program: Program, diagnostics: Diagnostics) {
    self.program = program
    self.diagnostics = diagnostics
  }

  /// The depth of what a body runs in place.
  @discardableResult
  mutating func visit(_ body: Body) -> Int {
    switch states[body] {
    case .done(let depth): return depth
    case .open:
      reportCircle(body)
      return 0
    case nil: break
    }
    // A circle is found at whatever depth; what is deeper than the bound is not followed for its depth.
    states[body] = .open
    let depth = 1 + deepest(steps(of: body))
    states[body] = .done(depth: depth)
    if depth == Self.mostDepth + 1 {
      diagnostics.error(
        position(of: body),
        "\(noun(of: body)) runs others inside each other, more than \(Self.mostDepth) deep; submit some with "
          + "async")
    }
    return depth
  }

  private func reportCircle(_ body: Body) {
    diagnostics.error(
      position(of: body), "\(noun(of: body)) runs itself and would never end; submit it with async")
  }

  private func noun(of body: Body) -> String {
    switch body {
    case .block(let index): "the block \"\(program.blocks[index].name)\""
    case .item(let index): "the work item \"\(program.items[index].name)\""
    }
  }

  private func position(of body: Body) -> SourcePosition {
    switch body {
    case .block(let index): program.blocks[index].position
    case .item(let index): program.items[index].position
    }
  }

  private func steps(of body: Body) -> Block {
    switch body {
    case .block(let index): .steps(program.blocks[index].steps)
    case .item(let index): program.items[index].block
    }
  }

  private mutating func deepest(_ block: Block) -> Int {
    switch block {
    case .steps(let steps): deepest(steps)
    case .named(let index): visit(.block(index))
    case .item(let index): visit(.item(index))
    }
  }

  private mutating func deepest(_ steps: [Step]) -> Int {
    var depth = 0
    for step in steps { depth = max(depth, deepest(step)) }
    return depth
  }

  private mutating func deepest(_ step: Step) -> Int {
    switch step.action {
    case .sync(_, let block, _), .apply(_, let block), .once(_, let block), .repeat(_, let block):
      return deepest(block)
    case .async(_, let block, let options): return options.waits ? deepest(block) : 0
    case .either(let branches):
      var depth = 0
      for branch in branches { depth = max(depth, deepest(branch.steps)) }
      return depth
    case .if(_, let then, let otherwise): return max(deepest(then), deepest(otherwise))
    case .wait(let wait): return max(deepest(wait.inTime), deepest(wait.timedOut))
    case .perform(let item): return visit(.item(item.index))
    default: return 0
    }
  }
}
