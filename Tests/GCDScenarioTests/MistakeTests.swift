// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

@testable import GCDScenario

/// What is said about mistakes in scenario files, to the letter.
@Suite struct MistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let says: String
    var testDescription: String { name }

    /// Files of `=== name`, the scenario, `--- says`, the message.
    static func read(_ theme: String) -> [Mistake] {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Golden/\(theme).txt")
      let content = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return ("\n" + content).components(separatedBy: "\n=== ").dropFirst().map { part in
        let name = part.prefix { $0 != "\n" }
        let halves = part.dropFirst(name.count + 1).split(
          separator: "--- says\n", omittingEmptySubsequences: false)
        let says = halves.last.map(String.init) ?? ""
        return Mistake(
          name: String(name), text: halves.count == 2 ? String(halves[0]) : "",
          says: says.hasSuffix("\n") ? String(says.dropLast()) : says)
      }
    }
  }

  static let all = ["names", "shapes", "values", "syntax"].flatMap(Mistake.read)

  @Test func thereAreMany() { #expect(Self.all.count >= 90) }

  @Test(arguments: all)
  func isSaidWell(_ mistake: Mistake) {
    do {
      _ = try Scenario(text: mistake.text, path: "m.gcd.yaml")
      Issue.record("no mistake was found")
    } catch {
      #expect(error.description == mistake.says)
    }
  }

  @Test func sourcesThatDoNotExistOnLinuxAreAClearError() {
    let error = thrown(ScenarioErrors.self) {
      _ = try Scenario(text: "sources: {child: process}\nsteps: []\n", path: "m.gcd.yaml")
    }
    #expect(error?.errors.first?.message.contains("do not exist on Linux") == true)
  }

  @Test func aFileThatIsNotThereIsAnError() {
    let error = thrown(ScenarioErrors.self) { _ = try Scenario.load(path: "nowhere.gcd.yaml") }
    #expect(error?.description == "nowhere.gcd.yaml:1:1: error: this file cannot be read")
  }

  /// Whatever becomes of a file, it is read or refused with a place in it; it never ends the process.
  @Test func damagedFilesAreRefusedNotFatal() throws {
    var random = SystemlessGenerator(state: 7)
    let pieces = [
      "\n", "- ", ":", "[", "]", "{", "}", "\"", "'", "\t", "&a", "*a", "#", "do:", "  ", "é", "\u{0}", "|",
      ">",
    ]
    for path in ScenarioFiles.shipped {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for _ in 0..<12 {
        var damaged = text
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let at = damaged.index(
            damaged.startIndex, offsetBy: Int.random(in: 0..<damaged.count, using: &random))
          switch Int.random(in: 0..<3, using: &random) {
          case 0: damaged.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: at)
          case 1: damaged.remove(at: at)
          default: damaged = String(damaged[..<at]) + "x"
          }
        }
        do {
          _ = try Scenario(text: damaged, path: path)
        } catch {
          #expect(!error.errors.isEmpty)
          let lines = damaged.split(omittingEmptySubsequences: false) { $0 == "\n" }.count
          #expect(
            error.errors.allSatisfy { (1...lines).contains($0.position.line) && $0.position.column >= 1 })
        }
      }
    }
  }

  @Test func deepNestingAndManyAliasesAreRefused() {
    let deep = "steps: " + String(repeating: "[", count: 5_000)
    #expect(throws: ScenarioErrors.self) { try Scenario(text: deep, path: "deep.gcd.yaml") }
    var bomb = "blocks:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<9 {
      let uses = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      bomb += "  a\(level): &a\(level) [\(uses)]\n"
    }
    #expect(throws: ScenarioErrors.self) { try Scenario(text: bomb + "steps: []\n", path: "bomb.gcd.yaml") }
  }
}

/// The same numbers in every run (SplitMix64).
struct SystemlessGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
