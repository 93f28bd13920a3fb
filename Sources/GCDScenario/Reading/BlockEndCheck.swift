// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A block that runs itself in place would never end and overflow the stack; submitting itself is legal.
extension ScenarioReader {
  func checkBlocksEnd() {
    var state = [Int](repeating: 0, count: program.blocks.count)
    for index in program.blocks.indices { visit(index, &state) }
  }

  /// 0 = not seen, 1 = its steps are being followed, 2 = done.
  private func visit(_ index: Int, _ state: inout [Int]) {
    guard state[index] != 2 else { return }
    guard state[index] == 0 else {
      let block = program.blocks[index]
      diagnostics.error(
        block.position, "the block \"\(block.name)\" runs itself and would never end; submit it with async")
      return
    }
    state[index] = 1
    follow(program.blocks[index].steps, &state)
    state[index] = 2
  }

  private func follow(_ steps: [Step], _ state: inout [Int]) {
    for step in steps {
      switch step.action {
      case .sync(_, let block, _), .apply(_, let block), .once(_, let block), .repeat(_, let block):
        follow(block, &state)
      case .either(let branches): for branch in branches { follow(branch.steps, &state) }
      case .if(_, let then, let otherwise):
        follow(then, &state)
        follow(otherwise, &state)
      case .wait(let wait):
        follow(wait.inTime, &state)
        follow(wait.timedOut, &state)
      case .perform(let item): follow(program.items[item.index].block, &state)
      default: break
      }
    }
  }

  private func follow(_ block: Block, _ state: inout [Int]) {
    switch block {
    case .steps(let steps): follow(steps, &state)
    case .named(let index): visit(index, &state)
    case .item(let index): follow(program.items[index].block, &state)
    }
  }
}
