// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

/// `gcdcheck-bench`: figures about gcdcheck itself, one JSON line each.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gcdcheck-bench",
    abstract: "Measures gcdcheck on fixed workloads; prints one JSON line for each figure.",
    subcommands: [
      WorkloadsCommand.self, PassthroughCommand.self, MemoryCommand.self, DeadlocksCommand.self,
      ReportCommand.self, DefectsCommand.self, ShrinkingCommand.self, ExhaustiveCommand.self,
      SearchJobsCommand.self, StepCostCommand.self, CrowdsCommand.self, BlameCommand.self,
      ProgramsCommand.self,
    ],
    defaultSubcommand: WorkloadsCommand.self)
}
