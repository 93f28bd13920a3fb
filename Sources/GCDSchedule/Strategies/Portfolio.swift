// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The mix that `auto` is: each schedule of ten has its strategy, so that every prefix is a fair mix.
///
/// The shares are measured, by `gcdcheck-bench defects`, so that no program of it needs more than a few times
/// the schedules that the best single strategy needs: the selective walk finds most with the fewest
/// schedules, rules of places what takes several threads to the same place, and the priorities behind most of
/// those what takes a long delay of one task. Single priorities, the uniform and the random walk add nothing
/// to these.
enum Portfolio {
  /// The strategy of a schedule from 1 on; a function of its number alone, so that every shard agrees.
  static func strategy(of number: Int) -> Strategy {
    switch number % 10 {
    case 0, 2, 4, 8: .sites(depth: 5)
    case 6: .sites(depth: 0)
    default: .surw(depth: 0)
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
