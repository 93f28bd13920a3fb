// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Each `--report`, to stdout and to a file.
@Suite struct ReportTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
  }

  @Test func jsonLinesTakeStdoutAndPeopleReadStderr() throws {
    let run = try ToolRun("fuzz", "--report", "jsonl", in: folder)
    #expect(run.status == 1)
    for line in run.lines where !line.isEmpty {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["version"] as? Int == 1)
      #expect(object?["kind"] is String)
    }
    #expect(run.lines.first?.contains("\"runStarted\"") == true)
    #expect(run.output.contains("\"runEnded\""))
    #expect(run.errors.contains("error: GCD101"))
  }

  @Test func severalReportsGoToTheirFiles() throws {
    let run = try ToolRun(
      "fuzz", "--report", "junit=out/junit.xml", "--report", "jsonl=out/events.jsonl", "--report",
      "text=report.txt", "--report", "github=notes.txt", in: folder)
    #expect(run.status == 1)
    let junit = try folder.text(of: "out/junit.xml")
    #expect(junit.hasPrefix("<?xml"))
    #expect(junit.contains("<failure type=\"GCD101\""))
    #expect(try XMLDocument.isWellFormed(junit))
    #expect(try folder.text(of: "out/events.jsonl").contains("\"finding\""))
    #expect(try folder.text(of: "report.txt").contains("error: GCD101"))
    #expect(try folder.text(of: "notes.txt").hasPrefix("::error file=surprise.gcd.yaml,line="))
    // Written beside the file and renamed: nothing else is left.
    #expect(
      folder.files == ["notes.txt", "out/events.jsonl", "out/junit.xml", "report.txt", "surprise.gcd.yaml"])
  }

  @Test func aReportIsReplacedAsAWhole() throws {
    try folder.write(String(repeating: "old ", count: 100_000), to: "junit.xml")
    // A hard link still shows the old contents when the new file was renamed over the name.
    try FileManager.default.linkItem(
      at: folder.url.appendingPathComponent("junit.xml"), to: folder.url.appendingPathComponent("before"))
    _ = try ToolRun("fuzz", "--report", "junit=junit.xml", in: folder)
    #expect(try folder.text(of: "junit.xml").hasPrefix("<?xml"))
    #expect(try folder.text(of: "before").hasPrefix("old old"))
  }

  @Test func aPathThatCannotBeWrittenIsRefusedBeforeTheRun() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("folder"), withIntermediateDirectories: true)
    let run = try ToolRun("fuzz", "--report", "junit=folder", in: folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("\"folder\" is a folder"))
    #expect(run.output == "")
    let under = try ToolRun("fuzz", "--report", "junit=surprise.gcd.yaml/x.xml", in: folder)
    #expect(under.status == 2)
    #expect(under.errors.contains("cannot be made"))
  }

  @Test func theRunnerOfGitHubGetsAnnotationsUnasked() throws {
    let run = try ToolRun("fuzz", in: folder, environment: ["GITHUB_ACTIONS": "true"])
    #expect(run.lines.contains { $0.hasPrefix("::error file=surprise.gcd.yaml,line=") })
    #expect(run.output.contains("error: GCD101"))
  }

  @Test func theSummaryOfAStepGrowsAndStaysBelowItsLimit() throws {
    let file = try folder.write("# before\n", to: "summary.md")
    let variables = [
      "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": folder.url.appendingPathComponent(file).path,
    ]
    for _ in 0..<2 { _ = try ToolRun("fuzz", in: folder, environment: variables) }
    let text = try folder.text(of: file)
    #expect(text.hasPrefix("# before\n## "))
    #expect(text.split(separator: "## ❌ gcdcheck").count == 3)
    #expect(text.contains("<details><summary>GCD101 "))
    try folder.write(String(repeating: "x", count: 1 << 20), to: file)
    let full = try ToolRun("fuzz", in: folder, environment: variables)
    #expect(full.status == 1)
    #expect(full.errors.contains("the summary of the step is full"))
    #expect(try folder.text(of: file).utf8.count == 1 << 20)
  }

  @Test func theVariableTakesAList() throws {
    let run = try ToolRun(
      "fuzz", in: folder, environment: ["GCDCHECK_REPORT": "junit=a.xml,jsonl=b.jsonl"])
    #expect(run.status == 1)
    #expect(folder.files == ["a.xml", "b.jsonl", "surprise.gcd.yaml"])
  }
}

/// Reads XML with nothing but a check of its tags; Foundation's parser is a library of its own on Linux.
enum XMLDocument {
  static func isWellFormed(_ text: String) throws -> Bool {
    var open: [Substring] = []
    for match in text.matches(of: #/<(/?)([A-Za-z][\w-]*)(?:\s+[\w-]+="[^"<]*")*\s*(/?)>/#) {
      if match.1 == "/" {
        guard open.popLast() == match.2 else { return false }
      } else if match.3 != "/" {
        open.append(match.2)
      }
    }
    return open.isEmpty && text.contains("</testsuites>")
  }
}
