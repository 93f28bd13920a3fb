// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Programs with several findings, at several numbers.
public enum SharedScenario {
  /// Each of them.
  public static let all = [several, late, counts]

  /// A deadlock beside assertions that fail.
  public static let several = """
    expect: wait-cycle
    queues: {left: serial, right: serial, work: concurrent}
    variables: {x: 0}
    steps:
      - async: work
        do:
          - sync: left
            do:
              - sync: right
                do: [{add: 1, to: x}]
      - async: work
        do:
          - sync: right
            do:
              - sync: left
                do: [{read: x, as: t}, {set: x, to: t + 1}]
      - async: work
        do: [{read: x, as: u}, {set: x, to: u + 1}, {assert: x < 3}]
      - async: work
        do: [{read: x, as: w}, {set: x, to: w + 2}, {assert: x != 4}]

    """

  /// Fails in the sixteenth schedule or so.
  public static let late = """
    queues: {work: concurrent}
    variables: {x: 0}
    steps:
      - async: work
        do: [{add: 1, to: x}, {add: 1, to: x}, {add: 1, to: x}]
      - async: work
        do: [{read: x, as: a}, {read: x, as: b}, {read: x, as: c}, {assert: a != 1 or b != 2 or c != 2}]
      - async: work
        do: [{read: x, as: a}, {read: x, as: b}, {read: x, as: c}, {assert: a != 0 or b != 1 or c != 2}]

    """

  /// Three outcomes, which no single schedule shows together.
  public static let counts = """
    expect: {outcomes: [{x: 1}, {x: 2}, {x: 3}]}
    queues: {work: concurrent}
    groups: [all]
    variables: {x: 0}
    steps:
      - async: work
        group: all
        do: [{read: x, as: a}, {set: x, to: a + 1}]
      - async: work
        group: all
        do: [{read: x, as: b}, {set: x, to: b + 1}]
      - async: work
        group: all
        do: [{read: x, as: c}, {set: x, to: c + 1}]
      - wait: all

    """

  /// 2,520 orders, of which all are clean.
  public static let manyOrders = sections(4, 2, check: nil)

  /// Tasks that use one queue several times, and a check of the order in which they do.
  ///
  /// - Parameter check: of `x`, which the last section of each task looks at; nil = none.
  public static func sections(_ tasks: Int, _ sections: Int, check: String?) -> String {
    var text = "queues: {only: serial, work: concurrent}\nvariables: {x: 0}\nsteps:\n"
    for task in 1...tasks {
      text += "  - async: work\n    do:\n"
      for section in 1...sections {
        let assertion = section == sections ? check.map { ", {assert: \($0)}" } ?? "" : ""
        text += "      - sync: only\n        do: [{set: x, to: x + x + \(task - 1)}\(assertion)]\n"
      }
    }
    return text
  }
}
