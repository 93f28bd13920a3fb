// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing
import Yams

/// The recipes for CI: they can be read, and call for nothing that is not there.
@Suite struct RecipeTests {
  private struct Recipe {
    var yaml: Node
    var commands: [String]
  }

  private static let article = Articles.markdown("ContinuousIntegration.md")

  /// The blocks of YAML that begin with the name of a file of CI.
  private static func recipes() throws -> [String: Recipe] {
    var recipes: [String: Recipe] = [:]
    for block in article.blocks("yaml") {
      guard let match = block.text.prefixMatch(of: #/# (\.[a-z\/.-]+\.yml)\n/#) else { continue }
      let yaml = try #require(try Yams.compose(yaml: block.text))
      recipes[String(match.1)] = Recipe(yaml: yaml, commands: commands(in: yaml))
    }
    return recipes
  }

  /// What a shell runs: values of `run`, and the items of `script` and `before_script`.
  private static func commands(in node: Node) -> [String] {
    switch node {
    case .mapping(let mapping):
      return mapping.flatMap { key, value -> [String] in
        if key.string == "run" { return [value.string ?? ""] }
        guard ["script", "before_script"].contains(key.string) else { return commands(in: value) }
        return (value.sequence ?? []).map { $0.string ?? "" }
      }
    case .sequence(let sequence): return sequence.flatMap(commands)
    default: return []
    }
  }

  private static func allCommands() throws -> [String] {
    let inYAML = try recipes().values.flatMap(\.commands)
    let lines = article.blocks("dockerfile").flatMap { $0.text.split(separator: "\n").map(String.init) }
    let inDocker = lines.filter { $0.hasPrefix("RUN ") || $0.hasPrefix("CMD ") }.map {
      $0.dropFirst(4).filter { !"[],\"".contains($0) }
    }
    return inYAML + inDocker
  }

  private func help(_ verb: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gcdcheck")
    process.arguments = [verb, "--help"]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "there is no verb \(verb)")
    return text
  }

  @Test func everyVerbAndOptionThatIsUsedExists() throws {
    var verbs: Set<String> = []
    for command in try Self.allCommands() {
      for match in command.matches(of: #/swift run gcdcheck ([a-z]+)([^&|;]*)/#) {
        let verb = String(match.1)
        verbs.insert(verb)
        let help = try help(verb)
        for option in match.2.matches(of: #/--[a-z-]+/#) {
          #expect(help.contains(option.0), "gcdcheck \(verb) \(option.0)")
        }
      }
    }
    #expect(verbs == ["test", "merge", "report"])
  }

  @Test func everyFormatAndProductThatIsUsedExists() throws {
    let commands = try Self.allCommands().joined(separator: "\n")
    let manifest = try String(
      contentsOf: Readme.package.appendingPathComponent("Package.swift"), encoding: .utf8)
    for product in commands.matches(of: #/--product (\w+)/#) {
      #expect(manifest.contains(".library(name: \"\(product.1)\""), "\(product.1)")
    }
    let asked = commands.matches(of: #/(?:--report |--as |GCDCHECK_REPORT=)(\w+)/#)
    let formats = Set(asked.map { String($0.1) })
    #expect(formats == ["jsonl", "sarif", "html", "junit"])
  }

  /// A finding would come again, and what was cut can continue.
  @Test func theManifestStartsAgainWhatWasCutAndNothingThatWasFound() throws {
    let block = try #require(Articles.markdown("JobEngines.md").blocks("yaml").first)
    let spec = try #require(try Yams.compose(yaml: block.text)?["spec"])
    let rules = try #require(spec["podFailurePolicy"]?["rules"]?.sequence)
    let failing = rules.filter { $0["action"]?.string == "FailIndex" }.compactMap { $0["onExitCodes"] }
    #expect(failing.map { $0["operator"]?.string } == ["In"])
    let values = failing.flatMap { $0["values"]?.sequence?.compactMap(\.int) ?? [] }
    #expect(values.contains(1) && !values.contains(75))
    let container = try #require(spec["template"]?["spec"]?["containers"]?.sequence?.first)
    #expect(failing.first?["containerName"]?.string == container["name"]?.string)
    let total = container["env"]?.sequence?.first { $0["name"]?.string == "GCDCHECK_SHARD_TOTAL" }
    #expect(total?["value"]?.string.flatMap(Int.init) == spec["completions"]?.int)
  }

  @Test func theRecipesHaveWhatTheirServersLookFor() throws {
    let recipes = try Self.recipes()
    let jobs = try #require(recipes[".github/workflows/gcdcheck.yml"]?.yaml["jobs"]?.mapping)
    #expect(jobs.keys.map(\.string) == ["shard", "gcdcheck", "nightly"])
    let shards = jobs["shard"]?["strategy"]?["matrix"]?["shard"]?.sequence?.compactMap(\.int)
    #expect(shards == [1, 2, 3, 4])
    let run = try #require(recipes[".github/workflows/gcdcheck.yml"]).commands
    #expect(run.contains { $0.contains("--shard ${{ matrix.shard }}/4 ") })
    let tests = try #require(recipes[".github/workflows/tests.yml"]?.yaml["jobs"]?["tests"])
    let options = Articles.markdown("Options.md").text
    for job in jobs.values + [tests] {
      for step in job["steps"]?.sequence ?? [] {
        #expect((step["uses"] != nil) != (step["run"] != nil))
        for variable in step["env"]?.mapping?.keys.compactMap(\.string) ?? [] {
          #expect(options.contains("| `\(variable)` |"), "\(variable)")
        }
      }
    }
    let artifact = recipes[".gitlab-ci.yml"]?.yaml["gcdcheck"]?["artifacts"]?["reports"]?["junit"]?.string
    #expect(artifact == "gcdcheck.xml")
    #expect(
      recipes[".gitlab-ci.yml"]?.commands.contains { $0.contains("--report junit=gcdcheck.xml") } == true)
  }
}
