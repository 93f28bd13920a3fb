// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Numbers and times that a step computes with.
indirect enum Expression: Hashable, Sendable {
  /// A number, or nanoseconds where the expression is a time.
  case constant(Int)
  case variable(index: Int)
  /// A name from `read: x, as: name`; the index of its slot in a block's locals.
  case local(slot: Int)
  /// Virtual time since the schedule began.
  case elapsed
  case sum(Expression, Expression)
  case difference(Expression, Expression)
}

/// What `assert` and `if` ask.
indirect enum Condition: Hashable, Sendable {
  enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    func holds(_ left: Int, _ right: Int) -> Bool {
      switch self {
      case .equal: left == right
      case .notEqual: left != right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    }
  }

  case compare(Expression, Comparison, Expression)
  case all([Condition])
  case any([Condition])
}

extension Expression {
  /// Indices of the variables that it reads, in order.
  var variables: [Int] {
    switch self {
    case .variable(let index): [index]
    case .sum(let left, let right), .difference(let left, let right): left.variables + right.variables
    case .constant, .local, .elapsed: []
    }
  }

  /// Whether its value depends on when it is asked for.
  var readsTime: Bool {
    switch self {
    case .elapsed: true
    case .sum(let left, let right), .difference(let left, let right): left.readsTime || right.readsTime
    case .constant, .local, .variable: false
    }
  }
}

extension Condition {
  /// Indices of the variables that it reads, in order.
  var variables: [Int] {
    switch self {
    case .compare(let left, _, let right): left.variables + right.variables
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.variables)
    }
  }

  /// Whether it depends on when it is asked.
  var readsTime: Bool {
    switch self {
    case .compare(let left, _, let right): left.readsTime || right.readsTime
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.readsTime)
    }
  }
}
