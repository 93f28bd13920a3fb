// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension StableDeviation {
  /// The same orders at other operations of the same tasks, for a program that has changed since they were
  /// recorded.
  ///
  /// A function of its arguments: later attempts move further.
  public static func moved(_ deviations: [StableDeviation], attempt: Int) -> [StableDeviation] {
    var generator = SeededGenerator(seed: mix(UInt64(truncatingIfNeeded: attempt) ^ 0x6d6f_7665))
    let reach = 1 + attempt / 20
    return deviations.map { deviation in
      var deviation = deviation
      if deviation.isEffect { return deviation }
      deviation.operation = max(0, deviation.operation + generator.below(2 * reach + 1) - reach)
      if generator.below(4) == 0 { deviation.visit = generator.below(2) }
      return deviation
    }
  }
}
