// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What the README and the articles promise besides code: commands, options, exit codes, links.
@Suite struct ReadmeTextTests {
  private func help(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gcdcheck")
    process.arguments = command.split(separator: " ").map(String.init) + ["--help"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test func everyOptionThatIsNamedExists() throws {
    let commands = ["test", "fuzz", "replay", "minimize", "run", "report", "doctor", "corpus merge"]
    let help = try commands.map(help).joined()
    let named = Set(Articles.allText.matches(of: #/[ `|]--([a-z]+(?:-[a-z]+)*)[ `\\|]/#).map { String($0.1) })
    // Of swift, docker, GNU parallel, our scripts and the benchmark, and of the server in an example; one is
    // the argument parser's own.
    let ofOthers: Set = [
      "arch", "build-arg", "large", "maximum-repetitions", "repeat-until", "workload", "yes",
      "filter", "sanitize", "help", "port", "product", "attachments-path", "args",
      "generate-completion-script",
      "build-tests", "platform", "no-install-recommends", "resume-failed", "joblog",
    ]
    #expect(named.isSuperset(of: ["schedules", "seed", "report", "keep-going", "trace"]))
    for option in named.subtracting(ofOthers) { #expect(help.contains("--\(option)"), "--\(option)") }
  }

  @Test func everyOptionThatExistsIsNamed() throws {
    let help = try ["test", "fuzz", "replay", "run", "report", "doctor"].map(help).joined()
    for match in help.matches(of: #/[ \/]--([a-z]+(?:-[a-z]+)*)/#) {
      let option = String(match.1)
      let isShort = ["quiet", "verbose", "help", "version"].contains(option) || option.hasPrefix("no-")
      if !isShort { #expect(Articles.allText.contains("--\(option)"), "--\(option)") }
    }
  }

  @Test func theReadmeIsShort() {
    #expect(Readme.text.count(where: \.isNewline) <= Readme.mostLines)
  }

  @Test func bothCommandsAreSingleLinesThatSetUpByThemselves() {
    let commands = Readme.blocks("sh").map(\.text)
    #expect(commands.count == 2)
    for command in commands {
      #expect(command.hasPrefix(".ci/setup && swift "))
      #expect(command.count(where: \.isNewline) == 1)
    }
  }

  @Test func everyLinkLeadsSomewhere() {
    let links = Readme.text.matches(of: #/\]\(([^)]+)\)/#).map { String($0.1) }
    let articles = links.filter { $0.contains("/GCDCheck.docc/") }
    // The one that is not named is the index of the others.
    #expect(Set(articles).count == Articles.names.count - 1)
    for link in links where !link.hasPrefix("https://") {
      #expect(
        FileManager.default.fileExists(atPath: Readme.package.appendingPathComponent(link).path), "\(link)")
    }
  }

  @Test func theScenarioIsWhatItSays() throws {
    let scenario = try #require(Articles.markdown("ScenarioFiles.md").blocks("yaml").first)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("cache.gcd.yaml")
    try scenario.text.write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gcdcheck")
    process.arguments = ["fuzz", "-q", file.path]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
