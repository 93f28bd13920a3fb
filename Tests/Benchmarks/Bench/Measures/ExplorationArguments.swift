// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDSchedule

/// The options that all explorations of this tool share.
struct ExplorationArguments: ParsableArguments {
  @Option(help: "Which schedules: the seed of the first exploration.")
  var seed: UInt64 = 7

  @Option(help: "Who runs next: auto, random, pct:DEPTH or baseline.")
  var strategy: Strategy = .random
}

extension Strategy: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
