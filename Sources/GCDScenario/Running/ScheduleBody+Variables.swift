// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

/// Variables and conditions. Each access of a variable is a scheduling point.
extension ScheduleBody {
  func compute(_ action: Action, _ locals: inout Locals) {
    switch action {
    case .set(let variable, let expression):
      let value = value(expression, locals)
      runtime.write(variable.index)
      objects.variables[variable.index] = value
    case .add(let expression, let variable):
      // One step: an update that cannot be lost. Lost updates are written as read, then set.
      let amount = value(expression, locals)
      runtime.write(variable.index)
      objects.variables[variable.index] &+= amount
    case .read(let variable, let slot):
      runtime.read(variable.index)
      locals[slot] = objects.variables[variable.index]
    case .assert(let condition, let message):
      var seen: [String] = []
      if !holds(condition, locals, &seen) {
        runtime.fail(seen.isEmpty ? message : "\(message) (\(seen.joined(separator: ", ")))")
      }
    default: break
    }
  }

  func holds(_ condition: Condition, _ locals: Locals) -> Bool {
    var seen: [String] = []
    return holds(condition, locals, &seen)
  }

  /// `seen` collects what was found in the variables, for the message of a failed assertion.
  private func holds(_ condition: Condition, _ locals: Locals, _ seen: inout [String]) -> Bool {
    switch condition {
    case .compare(let left, let comparison, let right):
      let first = value(left, locals, &seen)
      return comparison.holds(first, value(right, locals, &seen))
    case .all(let conditions): return conditions.allSatisfy { holds($0, locals, &seen) }
    case .any(let conditions): return conditions.contains { holds($0, locals, &seen) }
    }
  }

  private func value(_ expression: Expression, _ locals: Locals) -> Int {
    var seen: [String] = []
    return value(expression, locals, &seen)
  }

  private func value(_ expression: Expression, _ locals: Locals, _ seen: inout [String]) -> Int {
    switch expression {
    case .constant(let value): return value
    case .local(let slot): return locals[slot]
    case .variable(let index):
      runtime.read(index)
      let value = objects.variables[index]
      seen.append("\(program.variables[index].name) is \(value)")
      return value
    case .elapsed:
      let value = Int(DispatchTime.now().uptimeNanoseconds &- objects.start.uptimeNanoseconds)
      seen.append("elapsed is \(DurationWords.describe(nanoseconds: value))")
      return value
    case .sum(let left, let right): return value(left, locals, &seen) &+ value(right, locals, &seen)
    case .difference(let left, let right): return value(left, locals, &seen) &- value(right, locals, &seen)
    }
  }
}
