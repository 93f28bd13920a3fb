// Licensed under the Apache License, Version 2.0; see LICENSE.
import FacePrograms
import ReportClaims
import Testing

@testable import GCDCheck

/// The programs of `Packages/faces` as bodies: what is called by a test that controls itself.
@Suite(.serialized) struct BodyFaceTests {
  @Test(arguments: FaceProgram.all.filter(\.isBlocking))
  func synchronousBody(_ program: FaceProgram) {
    // One closure for both, whose name is in the stacks.
    func body() { program.runBlocking() }
    let exploration = exploreSchedules(schedules: 20, seed: 1, body)
    #expect(exploration.findings.first?.code == program.code, "\(exploration.findings.map(\.report))")
    guard let first = exploration.findings.first else { return }
    #expect(first.brokenClaims == [], "\(first.report)")
    let again = exploreSchedules(replaying: first.schedule, body)
    #expect(again.findings.first?.report.withoutNotes == first.report.withoutNotes)
  }

  /// Where the source says what the cause is, the report begins there, and its replay as well.
  @Test(arguments: (FaceProgram.causes + FaceProgram.sections).filter { $0.code != nil })
  func reportBeginsAtTheCause(_ program: FaceProgram) throws {
    let marked = try CauseMarks.line(of: program.name)
    let exploration = exploreSchedules(schedules: 20, seed: 1) { program.runBlocking() }
    let first = try #require(exploration.findings.first)
    #expect(first.location?.line == marked, "\(first.report)")
  }

  @Test(arguments: FaceProgram.all)
  func asynchronousBody(_ program: FaceProgram) {
    let exploration = exploreSchedules(schedules: 20, seed: 1, options: .init(bodyHost: .served)) {
      try AsyncBody.runOnce { await program.run() }
    }
    #expect(exploration.findings.first?.code == program.code, "\(exploration.findings.map(\.report))")
    for finding in exploration.findings { #expect(finding.brokenClaims == [], "\(finding.report)") }
  }

  #if compiler(>=6.1)
  @Test(arguments: FaceProgram.all)
  func trait(_ program: FaceProgram) async throws {
    let trait: DeterministicSchedulingTrait = .deterministicScheduling(schedules: 20, seed: 1)
    let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
    func explore() async throws {
      try await trait.provideScope(for: test, testCase: testCase) { await program.run() }
    }
    guard let code = program.code else { return try await explore() }
    try await withKnownIssue {
      try await explore()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(": error: \(code) ") }
    }
  }
  #endif
}

extension String {
  /// Without what says in which schedule a finding was found.
  var withoutNotes: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.hasPrefix("note: ") }
      .joined(separator: "\n")
  }
}
