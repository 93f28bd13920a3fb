// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import GCDVocabulary

extension Strategy: SpelledValue {
  static var wanted: String { StrategyName.wanted }

  init?(spelling: String) { self.init(spelling) }
}

extension PoolWidth: SpelledValue {
  static var wanted: String { "unbounded, darwin, linux or linux:PROCESSORS, such as linux:4" }

  init?(spelling: String) { self.init(spelling) }
}

extension Shard: SpelledValue {
  static var wanted: String { "a part and the number of parts, such as 2/5" }

  init?(spelling: String) { self.init(spelling) }
}
