// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import Testing

/// Bad input: exit code 64 or 69, and one sentence that says what, where, and what would be right.
@Suite struct UsageTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (["fuzz", "--sead", "3"], "Unknown option '--sead'. Did you mean '--seed'?"),
    (["fuzz", "--seed", "0x7"], "write a decimal number from 0 to 18446744073709551615, or \"random\""),
    (["fuzz", "--seed", "-1"], "'--seed <seed>'"),
    (["fuzz", "--schedules", "0"], "write a whole number from 1"),
    (["fuzz", "--schedules", "many"], "'many' is invalid for '--schedules"),
    (["fuzz", "--max-steps", "1.5"], "write a whole number from 1"),
    (
      ["fuzz", "--strategy", "pct:0"],
      "pct[:DEPTH] or exhaustive[:BOUND], such as pct:3, with numbers up to 32"
    ),
    (["fuzz", "--strategy", "dfs"], "write auto, random, pct[:DEPTH] or exhaustive"),
    (["fuzz", "--pool", "linux:0"], "linux:PROCESSORS, such as linux:4"),
    (["fuzz", "--time", "60"], "a time above 0 with its unit, such as 60s"),
    (["fuzz", "--color", "yes"], "write auto, always or never"),
    (["fuzz", "--progress", "bar"], "write auto, lines or none"),
    (["fuzz", "--report", "jsn"], "there is no report format \"jsn\""),
    (["fuzz", "--report", "junit="], "needs a path after the equals sign"),
    (["fuzz", "-q", "-v"], "--quiet and --verbose exclude each other"),
    (["fuzz", "--report", "jsonl", "--report", "junit"], "jsonl and junit cannot both be written to stdout"),
    (["fuzz", "--filter", "("], "is no regular expression"),
    (["fuzz", "missing.gcd.yaml"], "there is no file or folder \"missing.gcd.yaml\""),
    (
      ["fuz"],
      "no command \"fuz\"; the commands are test, fuzz, run, merge, corpus, report, replay, minimize, list, "
        + "explain, init, doctor, help"
    ),
    (["explore", "x.gcd.yaml"], "with --strategy exhaustive --keep-going in every order there is"),
    (["explain", "GCD999"], "\"GCD999\""),
    (["replay"], "Missing expected argument '<token>'"),
    (["replay", "97", "x.gcd.yaml"], "is no schedule token"),
    (["init", "missing"], "there is no folder \"missing\""),
  ])
  func badInputIsRefused(_ arguments: [String], _ sentence: String) throws {
    let run = try ToolRun(arguments: arguments, in: folder)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("gcdcheck: error: "))
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(!run.errors.contains("internal error"))
  }

  @Test func helpAndRefusalNameEveryStrategy() throws {
    let help = try ToolRun("fuzz", "--help", in: folder).output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("How schedules are chosen: \(StrategyName.inBrief)."))
    let refused = try ToolRun("fuzz", "--strategy", "none", in: folder)
    for name in StrategyName.allCases { #expect(refused.errors.contains(name.form), "\(name.form)") }
  }

  @Test func nothingThatMatchesIsNeverASuccess() throws {
    try folder.write(SampleScenario.clean, to: "a.gcd.yaml")
    try folder.write("", to: "empty/readme.txt")
    let filtered = try ToolRun("fuzz", "--filter", "nowhere", in: folder)
    #expect(filtered.status == 69)
    #expect(filtered.errors.contains("no scenario's path matches --filter \"nowhere\""))
    let empty = try ToolRun("fuzz", "empty", in: folder)
    #expect(empty.status == 69)
    #expect(empty.errors.contains("there is no *.gcd.yaml in empty"))
  }

  /// What stands behind an argument is what stands in its variable.
  @Test func anArgumentAndItsVariableRefuseInTheSameWords() throws {
    // Each text is the name of a folder.
    for row in ExplorationOption.allCases.filter({ $0 != .corpus }).map(\.row) {
      guard let argument = row.argument, !argument.isSwitch else { continue }
      let flag = try ToolRun("fuzz", "--\(argument.name)", "[", in: folder)
      let variable = try ToolRun("fuzz", in: folder, environment: [row.variable: "["])
      #expect(flag.status == 64 && flag.errors.contains("write \(row.wanted)"), "\(flag.errors)")
      #expect(
        variable.status == 64 && variable.errors.contains("but takes \(row.wanted)"), "\(variable.errors)")
    }
  }

  @Test func helpNamesEveryOptionAndExitsWithZero() throws {
    let run = try ToolRun("fuzz", "--help", in: folder)
    #expect(run.status == 0)
    let options = ExplorationOption.allCases.compactMap(\.row.argument)
    #expect(options.count > 10)
    for option in options {
      #expect(run.output.contains("--\(option.name)"), "\(option.name)")
      if option.isSwitch { #expect(run.output.contains("--no-\(option.name)"), "\(option.name)") }
    }
    for option in ["--filter", "--report", "--color", "--progress", "-q", "-v"] {
      #expect(run.output.contains(option), "\(option)")
    }
    #expect(try ToolRun("replay", "--help", in: folder).output.contains("--trace"))
  }

  @Test func theVersionIsOneLine() throws {
    let run = try ToolRun("--version", in: folder)
    #expect(run.status == 0)
    #expect(run.lines.count == 2)
    #expect(run.lines[0].hasPrefix("gcdcheck "))
  }

  @Test func mistakesInFilesStandAtTheirPlaceAndNothingRuns() throws {
    try folder.write(SampleScenario.broken, to: "broken.gcd.yaml")
    try folder.write(SampleScenario.clean, to: "clean.gcd.yaml")
    let run = try ToolRun("fuzz", in: folder)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("broken.gcd.yaml:3:12: error: "))
    #expect(run.errors.contains("did you mean \"work\""))
    #expect(!run.output.contains("clean.gcd.yaml"))
  }
}
