// Licensed under the Apache License, Version 2.0; see LICENSE.

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
