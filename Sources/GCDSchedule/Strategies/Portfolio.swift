// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The mix that `auto` is: each schedule of ten has its strategy, so that every prefix is a fair mix.
///
/// The shares are measured, by `gcdcheck-bench defects`, so that no program of it needs more than a few times
/// the schedules that the best single strategy needs: rules of places find what takes several threads to
/// the same place, the selective walk what happens on one object, priorities what takes a long delay of one
/// task, and the uniform walk what takes many turns.
enum Portfolio {
  /// The strategy of a schedule from 1 on; a function of its number alone, so that every shard agrees.
  static func strategy(of number: Int) -> Strategy {
    switch number % 10 {
    case 2: .surw(depth: 3)
    case 3, 8: .pct(depth: 4)
    case 4, 9: .sites(depth: 5)
    case 5: .urw
    case 7: .surw(depth: 2)
    default: .sites(depth: 0)
    }
  }
}

extension Strategy {
  /// The strategy of one schedule; a function of its number, so that every shard agrees. Schedule 0 is the
  /// baseline order.
  package func forSchedule(_ number: Int) -> Strategy {
    if number == 0 { return .baseline }
    guard case .auto = self else { return self }
    return Portfolio.strategy(of: number)
  }
}
