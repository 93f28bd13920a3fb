// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// The programs on the pages of `gcdcheck explain` do what the pages say, as real programs.
@Suite(.serialized) struct ExplainedProgramTests {
  /// All of them in one program, which runs the one that it is told and goes on to serve the main queue.
  private static let program = Result {
    let scratch = try ScratchFolder()
    let source = try scratch.write(text(), to: "explained.swift")
    let flags = ["-swift-version", "5", "-suppress-warnings"]
    return (scratch, try Compiler.compile(source, flags, in: scratch))
  }

  /// Need more than a whole program by itself has: a body that runs many times in one process, or whose end
  /// is awaited, or a network.
  private static let notAlone: Set<FindingCode> = [.notDeterministic, .uncontrolled, .taskNeverFinishes]
  private static let codes = FindingCode.allCases.filter { !notAlone.contains($0) }

  /// Those that the program on their page raises.
  static let raised = codes.filter { ProgramsElsewhere.all[$0] == nil }

  @Test(arguments: codes) func theProgramShowsWhatThePageSays(_ code: FindingCode) throws {
    let run = try run(code, "failing")
    // Without ThreadSanitizer there are no races, and where a cycle can be closed it is.
    switch code {
    case .dataRace: #expect(run.status == 0)
    case .lockOrderInversion: #expect(found(run) == [FindingCode.waitCycle.rawValue])
    default: #expect(found(run) == [code.rawValue], "\(run.output)")
    }
  }

  private static let corrected = FindingCode.allCases.filter { $0 != .notDeterministic }

  @Test(arguments: corrected)
  func theCorrectedProgramHasNoFinding(_ code: FindingCode) throws {
    let run = try run(code, "corrected")
    #expect(found(run) == [], "\(run.output)")
    #expect(run.status == 0)
  }

  private func run(_ code: FindingCode, _ form: String) throws -> ToolRun {
    let (scratch, program) = try ExplainedProgramTests.program.get()
    let limits = ["--schedules", "300", "--max-steps", "20000"]
    return try ToolRun(limits + ["--", program, "\(code.rawValue)-\(form)"], in: scratch)
  }

  private func found(_ run: ToolRun) -> [String] {
    run.output.matches(of: #/(?:error|warning): (GCD\d+) /#).map { String($0.1) }
  }

  private static func text() -> String {
    var functions = ""
    var cases = ""
    for code in FindingCode.allCases {
      let programs = Explanations.programs(of: code)
      for (form, program) in [("failing", programs.failing), ("corrected", programs.corrected)] {
        if code == .notDeterministic || (notAlone.contains(code) && form == "failing") { continue }
        functions += "func \(code.rawValue)_\(form)() {\n\(program)\ndispatchMain()\n}\n\n"
        cases += "case \"\(code.rawValue)-\(form)\": \(code.rawValue)_\(form)()\n"
      }
    }
    return """
      import Dispatch
      import Foundation

      func request(_ handler: @escaping (Result<Data, any Error>) -> Void) {
        DispatchQueue.global().async { handler(.failure(CocoaError(.fileNoSuchFile))) }
      }
      func show(_ data: Data) {}

      \(functions)
      switch CommandLine.arguments[1] {
      \(cases)
      default: fatalError("no such program")
      }
      """
  }
}
