// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// `--corpus`: nights that go on where the last one stopped, and machines that share what they covered.
@Suite struct CorpusTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Five blocks write down in which order they came; one order is the defect.
  private static func orders(except order: Int, first: String = "") -> String {
    let blocks = (1...5).map { number in
      let shifted = (0..<8).map { _ in "order" }.joined(separator: " + ")
      return
        "  - {async: work, group: done, do: [{sync: log, do: [{set: order, to: \(shifted) + \(number)}]}]}"
    }
    return """
      queues: {work: concurrent, log: serial}
      groups: [done]
      variables: {order: 0}
      explore: {strategy: surw}
      steps:
      \(first)\(blocks.joined(separator: "\n"))
        - wait: done
        - {assert: order != \(order), message: the rare order}

      """
  }

  /// Base 8: 5, 3, 2, 1, 4.
  private static let rare = 0o53214
  private static let lines = "nights/rare.jsonl"

  private func night(_ arguments: String..., corpus: String = "nights") throws -> ToolRun {
    try ToolRun(
      arguments: ["fuzz", "rare.gcd.yaml", "--schedules", "60", "--corpus", corpus] + arguments, in: folder)
  }

  /// The number of the schedule that the first report names.
  private func number(in run: ToolRun) -> Int? {
    run.output.firstMatch(of: /found in schedule ([0-9]+) of/).flatMap { Int($0.1) }
  }

  private func explored() throws -> String? {
    try folder.text(of: Self.lines).firstMatch(of: /"explored":"([^"]*)"/).map { String($0.1) }
  }

  @Test func nothingIsKeptUnaskedCorpus() throws {
    try folder.write(Self.orders(except: Self.rare), to: "rare.gcd.yaml")
    try folder.write("", to: ".gcdcheck/corpus/here")
    let run = try ToolRun("fuzz", "rare.gcd.yaml", "--schedules", "20", in: folder)
    #expect(!run.output.contains("corpus"))
    #expect(folder.files == [".gcdcheck/corpus/here", "rare.gcd.yaml"])
  }

  @Test func nightsFindWhatOneLongRunFinds() throws {
    try folder.write(Self.orders(except: Self.rare), to: "rare.gcd.yaml")
    let long = try ToolRun("fuzz", "rare.gcd.yaml", "--schedules", "2000", in: folder)
    let wanted = try #require(number(in: long), "\(long.output)")
    try #require(wanted > 100)
    // The first schedule is run each night, and 59 others.
    for count in 1...(wanted - 2) / 59 {
      let run = try night()
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.contains("ran 59 schedules not in it"), "\(run.output)")
      #expect(try explored() == "2-\(59 * count + 1)")
    }
    let last = try night()
    #expect(last.status == 1 && number(in: last) == wanted, "\(last.output)")
    // Red stays red, whatever else has been explored, until the program changes.
    for arguments in [[], ["--keep-going"], ["--seed", "9"], ["--keep-going", "--strategy", "pos"]] {
      let again = try ToolRun(
        arguments: ["fuzz", "rare.gcd.yaml", "--schedules", "60", "--corpus", "nights"] + arguments,
        in: folder)
      #expect(again.status == 1, "\(again.output)")
      #expect(again.output.contains("found in a schedule of the corpus"), "\(again.output)")
    }
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    let mended = try night()
    #expect(mended.status == 0, "\(mended.output)")
    #expect(mended.output.contains("all new to the program, ran 59 schedules not in it"), "\(mended.output)")
  }

  @Test func aSecondNightCoversWhatTheFirstDidNot() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    let first = try night()
    #expect(
      first.output.contains("corpus nights: began with none of its schedules, ran 59 schedules not in it"))
    let second = try night()
    let sentence =
      /began with 8 schedules, none new to the program, ran 59 schedules not in it, ([0-9]+) new partial/
    let count = try #require(second.output.firstMatch(of: sentence), "\(second.output)").1
    #expect((1...59).contains(try #require(Int(count))))
  }

  /// The same corpus gives the same output and the same corpus, in however many processes.
  @Test func theSameCorpusGivesTheSame() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    _ = try night()
    try FileManager.default.copyItem(
      at: folder.url.appendingPathComponent("nights"), to: folder.url.appendingPathComponent("others"))
    let one = try night("--jobs", "1")
    let other = try night("--jobs", "3", corpus: "others")
    #expect(one.output.replacing("corpus nights", with: "corpus others") == other.output)
    #expect(try folder.text(of: Self.lines) == folder.text(of: "others/rare.jsonl"))
  }

  @Test func anEditedProgramIsExploredFromItsFirstSchedule() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    _ = try night()
    try folder.write(Self.orders(except: 0, first: "  - {print: edited}\n"), to: "rare.gcd.yaml")
    let edited = try night()
    #expect(edited.output.contains("began with 30 schedules, all new to the program"), "\(edited.output)")
    #expect(edited.output.contains("ran 59 schedules not in it"), "\(edited.output)")
    let text = try folder.text(of: Self.lines)
    #expect(text.matches(of: /"explored":"2-60"/).count == 2)
    // What was tried once is not new any more.
    let again = try night()
    #expect(!again.output.contains("began with 30 schedules"), "\(again.output)")
  }

  /// A defect that comes with an edit is found by the schedules of the corpus or by the usual ones: none of
  /// those is left out.
  @Test func aDefectThatComesWithAnEditIsFound() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    for _ in 0..<3 { _ = try night() }
    // The orders of the first schedules, which the corpus has explored.
    let usual = 0o12345
    try folder.write(Self.orders(except: usual), to: "rare.gcd.yaml")
    let fresh = try ToolRun("fuzz", "rare.gcd.yaml", "--schedules", "60", in: folder)
    let edited = try night()
    #expect(fresh.status == 1 && edited.status == 1, "\(edited.output)")
  }

  @Test func corporaOfMachinesArePutTogether() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    _ = try night("--seed", "1", corpus: "one")
    _ = try night("--seed", "2", corpus: "two")
    let merged = try ToolRun("corpus", "merge", "one", "two", "--into", "nights", in: folder)
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(merged.output.hasPrefix("nights: 1 file and "), "\(merged.output)")
    // In another order, and again.
    for order in [["two", "one"], ["nights", "one", "nights"]] {
      let again = try ToolRun(arguments: ["corpus", "merge"] + order + ["--into", "other"], in: folder)
      #expect(again.status == 0)
      #expect(try folder.text(of: "other/rare.jsonl") == folder.text(of: Self.lines))
    }
    // What either machine has run is not run again.
    let first = try night("--seed", "1")
    #expect(first.output.contains("none new to the program, ran 59 schedules not in it"), "\(first.output)")
    let text = try folder.text(of: Self.lines)
    #expect(text.contains(#""explored":"2-119""#) && text.contains(#""explored":"2-60""#))
  }

  @Test func processesThatAddAtTheSameTimeLoseNothing() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    let processes = (1...5).map { seed in
      ToolRun.process(
        ["fuzz", "rare.gcd.yaml", "--schedules", "60", "--corpus", "nights", "--seed", "\(seed)"],
        in: folder, environment: [:])
    }
    for process in processes {
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }
    for process in processes { process.waitUntilExit() }
    #expect(try folder.text(of: Self.lines).matches(of: /"explored":"2-60"/).count == 5)
    #expect(folder.files == [Self.lines, "rare.gcd.yaml"])
  }

  @Test func aDamagedLineIsNamedAndNothingElseIsLost() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    _ = try night()
    let whole = try folder.text(of: Self.lines)
    let count = whole.split(separator: "\n").count
    try folder.write(String(whole.dropLast(30)), to: Self.lines)
    let run = try night()
    #expect(run.status == 0)
    #expect(run.output.contains("\(Self.lines):\(count) was not replayed: it is damaged"), "\(run.output)")
    #expect(run.output.contains("ran 59 schedules not in it"), "\(run.output)")
    // What was left out is gone with the next change of the file.
    #expect(try !night().output.contains("damaged"))
    let damaged = try folder.text(of: Self.lines).replacing("\"explored\":\"2-", with: "\"explored\":\"2-9")
    try folder.write(damaged, to: Self.lines)
    let merged = try ToolRun("corpus", "merge", "nights", "--into", "other", in: folder)
    #expect(merged.status == 0)
    #expect(merged.errors.contains("\(Self.lines):2 was left out: it is damaged"), "\(merged.errors)")
    #expect(try !folder.text(of: "other/rare.jsonl").contains("explored"))
  }

  /// A warning neither ends the nights nor is forgotten by them.
  @Test func aWarningStaysAndNightsContinue() throws {
    let text = Self.orders(except: Self.rare).replacing(
      "- {assert: order != \(Self.rare), message: the rare order}",
      with: "- {if: order == \(Self.rare), do: [{async: global, barrier: true, do: []}]}")
    try folder.write("expect: barrier-on-global-queue\n" + text, to: "rare.gcd.yaml")
    let long = try ToolRun("fuzz", "rare.gcd.yaml", "--schedules", "2000", "-v", in: folder)
    let wanted = try #require(number(in: long), "\(long.output)")
    for _ in 0...(wanted - 2) / 59 { _ = try night() }
    let before = try explored()
    for arguments in [[], ["--seed", "9"]] {
      let again = try ToolRun(
        arguments: ["fuzz", "rare.gcd.yaml", "--schedules", "60", "--corpus", "nights", "-v"] + arguments,
        in: folder)
      #expect(again.status == 0, "\(again.output)")
      #expect(again.output.contains("found in a schedule of the corpus"), "\(again.output)")
      #expect(again.output.contains("ran 59 schedules not in it"), "\(again.output)")
    }
    #expect(try explored() != before)
  }

  /// All outcomes have to be seen in one run.
  @Test func outcomesAreLookedForFromTheFirstSchedule() throws {
    try folder.write(
      """
      expect: {outcomes: [{last: 1}, {last: 2}]}
      queues: {one: serial, two: serial}
      groups: [done]
      variables: {last: 0}
      steps:
        - {async: one, group: done, do: [{set: last, to: 1}]}
        - {async: two, group: done, do: [{set: last, to: 2}]}
        - wait: done

      """, to: "rare.gcd.yaml")
    for _ in 0..<3 {
      let run = try night()
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test func whatDoesNotGoTogetherIsRefused() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    let shard = try night("--shard", "1/2")
    #expect(shard.status == 64 && shard.errors.contains("--corpus and --shard do not go together"))
    let resumed = try ToolRun("fuzz", "--resume", "--corpus", "nights", in: folder)
    #expect(resumed.status == 64 && resumed.errors.contains("--resume and --corpus do not go together"))
    let file = try night(corpus: "rare.gcd.yaml")
    #expect(file.status == 64 && file.errors.contains("is a file, and no folder"), "\(file.errors)")
    let missing = try ToolRun("corpus", "merge", "nowhere", "--into", "other", in: folder)
    #expect(missing.status == 64 && missing.errors.contains("there is no folder \"nowhere\""))
    #expect(folder.files == ["rare.gcd.yaml"])
  }

  @Test func aCorpusThatCannotBeWrittenIsAnError() throws {
    try folder.write(Self.orders(except: 0), to: "rare.gcd.yaml")
    let run = try night(corpus: "/proc/nights")
    #expect(
      run.status == 2 && run.errors.contains("/proc/nights/rare.jsonl cannot be written"), "\(run.errors)")
  }
}
