// Licensed under the Apache License, Version 2.0; see LICENSE.
/// Scenario files by the grammar of the format: nearly all can be read, and many run into trouble.
struct ScenarioGrammar {
  private var dice: Dice
  private static let names = ["a", "b", "c"]
  private static let counts = ["0", "1", "2", "3", "1000000", "9223372036854775807", "-1"]
  private static let times = ["0s", "1ns", "1ms", "3s", "never", "1min", "292s", "3153600000s"]
  /// Steps that the file may still get.
  private var room = 40

  static func file(_ dice: inout Dice) -> String {
    var grammar = ScenarioGrammar(dice: dice)
    let text = grammar.file()
    dice = grammar.dice
    return text
  }

  private init(dice: Dice) { self.dice = dice }

  private mutating func file() -> String {
    let target = dice.pick(["qa", "qb", "global", "main"])
    var lines = [
      "queues: {qa: \(queue()), qb: \(queue()), qc: {kind: serial, target: \(target)}}",
      "groups: [ga, gb]", "once: [oa]",
      "semaphores: {sa: \(dice.pick(Self.counts)), sb: \(dice.pick(["0", "1", "2"]))}",
      "variables: {va: \(dice.pick(Self.counts)), vb: 0}",
      "timers: {ta: {every: \(dice.pick(["1s", "1ms", "3s"])), queue: qa, do: \(steps(1))}}",
      "items: {ia: {do: \(steps(1))}, ib: {do: \(dice.isLucky(2) ? "ba" : steps(1))}}",
      "blocks: {ba: \(steps(1)), bb: \(steps(1))}",
    ]
    if dice.isLucky(3) { lines.append("threads: {ha: \(steps(1)), hb: \(steps(1))}") }
    if dice.isLucky(3) {
      lines.append("expect: \(dice.pick(["clean", "GCD102", "GCD104", "{outcomes: [{va: 0}]}"]))")
    }
    lines.append("steps: \(steps(0))")
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func queue() -> String {
    dice.pick(["serial", "concurrent", "{kind: serial, inactive: true}", "{kind: concurrent, qos: utility}"])
  }

  private mutating func steps(_ depth: Int) -> String {
    var list: [String] = []
    for _ in 0..<dice.below(depth == 0 ? 8 : 4) where room > 0 {
      room -= 1
      list.append(step(depth))
    }
    return "[" + list.joined(separator: ", ") + "]"
  }

  private mutating func body(_ depth: Int) -> String {
    if depth > 3 { return "[]" }
    return dice.isLucky(6) ? dice.pick(["ba", "bb"]) : steps(depth + 1)
  }

  private mutating func step(_ depth: Int) -> String {
    let queue = dice.pick(["qa", "qb", "qc", "main", "global"])
    let group = dice.pick(["ga", "gb"])
    let semaphore = dice.pick(["sa", "sb"])
    let item = dice.pick(["ia", "ib"])
    switch dice.below(30) {
    case 0, 1, 2: return "{async: \(queue), do: \(body(depth))\(dice.isLucky(3) ? ", group: \(group)" : "")}"
    case 3, 4: return "{sync: \(queue), do: \(body(depth))\(dice.isLucky(4) ? ", barrier: true" : "")}"
    case 5: return "{async: \(queue), and-wait: true, do: \(body(depth))}"
    case 6: return "{after: \(dice.pick(Self.times)), queue: \(queue), do: \(body(depth))}"
    case 7: return "{apply: \(dice.pick(["0", "1", "3"])), do: \(body(depth))}"
    case 8: return "{once: oa, do: \(body(depth))}"
    case 9: return "{notify: \(dice.pick([group, item])), queue: \(queue), do: \(body(depth))}"
    case 10: return "{repeat: \(dice.pick(["0", "2", "1000", "1000000"])), do: \(body(depth))}"
    case 11: return "{either: {one: \(steps(depth + 1)), two: \(steps(depth + 1))}}"
    case 12: return "{if: va \(dice.pick(["==", "<", ">="])) \(dice.pick(Self.counts)), do: \(body(depth))}"
    case 13: return "{enter: \(group)}"
    case 14: return "{leave: \(group)}"
    case 15, 16: return "{signal: \(semaphore)}"
    case 17, 18:
      let object = dice.pick([group, semaphore, item])
      return dice.isLucky(2) ? "{wait: \(object)}" : "{wait: \(object), timeout: \(dice.pick(Self.times))}"
    case 19: return "{suspend: \(dice.pick([queue, "ta"]))}"
    case 20: return "{resume: \(dice.pick([queue, "ta"]))}"
    case 21: return "{activate: \(dice.pick([queue, "ta"]))}"
    case 22: return "{cancel: \(dice.pick(["ta", item]))}"
    case 23: return "{drop: \(dice.pick(["qa", group, semaphore, "ta", item]))}"
    case 24: return "{perform: \(item)}"
    case 25: return "{retarget: qc, to: \(queue)}"
    case 26: return "{sleep: \(dice.pick(Self.times))}"
    case 27: return "{set: va, to: va + \(dice.pick(Self.counts))}"
    case 28: return "{add: \(dice.pick(Self.counts)), to: vb}"
    default:
      return dice.pick(["{print: x}", "{read: va, as: seen}", "{assert: elapsed >= 0s}", "{must-be-on: qa}"])
    }
  }
}
