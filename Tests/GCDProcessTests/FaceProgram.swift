// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import ReportClaims

/// The package `Packages/faces`: programs with a defect, each with a twin, and everything that can run them.
final class FacePackage: Sendable {
  let folder: ScratchFolder
  /// By program: the code that has to be found; nil = none.
  let expectations: [String: String?]
  /// The programs that code that may not suspend can run.
  let blocking: Set<String>
  /// The names of `AsyncDefects`, and the codes that have to be found.
  let defects: [(name: String, code: String)]

  init() throws {
    folder = try ScratchFolder()
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Packages/faces")
    for name in ["Package.swift", "Sources", "Tests"] {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
    }
    (expectations, blocking) = try FacePackage.read(source.appendingPathComponent("Sources/FacePrograms"))
    defects = try FacePackage.readDefects(source.appendingPathComponent("Sources/AsyncDefects"))
    // Builds the executables as well.
    let run = try ToolRun(["--list"], command: "test", in: folder)
    guard run.status == 0 else { throw Compiler.Failed(description: run.output + run.errors) }
  }

  /// The first words of each pair in the sources say what has to be found.
  private static func read(_ sources: URL) throws -> ([String: String?], blocking: Set<String>) {
    var found: [String: String?] = [:]
    var blocking: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /^ +(pair|asyncPair)\("(\w+)", "(GCD\d+)"\)/.anchorsMatchLineEndings()) {
        let name = String(match.2)
        let twin = name + "Twin"
        found.updateValue(String(match.3), forKey: name)
        found.updateValue(nil, forKey: twin)
        if match.1 == "pair" { blocking.formUnion([name, twin]) }
      }
    }
    return (found, blocking)
  }

  private static func readDefects(_ sources: URL) throws -> [(name: String, code: String)] {
    let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /AsyncDefect\("(\w+)", "(GCD\d+)"\)/)
        .map { (String($0.1), String($0.2)) }
    }
  }

  /// A program of the package, built.
  func executable(_ name: String) -> String { folder.path(".build/debug/\(name)") }
}

/// What the tool says about one program: the code of the first finding.
struct FaceVerdict {
  var program: String
  var code: String?
  var report: String?
  /// Sentences of the report that its schedule contradicts.
  var brokenClaims: [String] = []

  /// - Parameter output: an event stream.
  static func read(_ output: String, name: (String) -> String) throws -> [FaceVerdict] {
    var verdicts: [String: FaceVerdict] = [:]
    for event in try EventStream.decode(output) {
      switch event {
      case .testEnded(let end):
        let program = name(end.test)
        if verdicts[program] == nil { verdicts[program] = FaceVerdict(program: program) }
      case .finding(let found):
        let program = name(found.test)
        if verdicts[program]?.code != nil { continue }
        verdicts[program] = FaceVerdict(
          program: program, code: found.finding.code, report: found.finding.report(ReportStyle()),
          brokenClaims: found.finding.brokenClaims)
      default: continue
      }
    }
    return Array(verdicts.values)
  }
}
