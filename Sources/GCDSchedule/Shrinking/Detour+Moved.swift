// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension Detour {
  /// The same orders at other operations of the same tasks, for a program that has changed since they were
  /// recorded.
  ///
  /// A function of its arguments: later attempts move further.
  public static func moved(_ detours: [Detour], attempt: Int) -> [Detour] {
    var generator = SeededGenerator(seed: mix(UInt64(truncatingIfNeeded: attempt) ^ 0x6d6f_7665))
    let reach = 1 + attempt / 20
    return detours.map { detour in
      var detour = detour
      if detour.isEffect { return detour }
      detour.operation = max(0, detour.operation + generator.below(2 * reach + 1) - reach)
      if generator.below(4) == 0 { detour.visit = generator.below(2) }
      return detour
    }
  }
}
