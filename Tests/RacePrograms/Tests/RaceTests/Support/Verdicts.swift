// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import Testing

/// Explores a program with one planted race: it is found within 20 schedules, and the finding's token replays
/// to the same report. Returns the report.
@discardableResult
func expectRace(
  naming names: String..., bodyHost: BodyHost = .served, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) -> String {
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  let exploration = exploreSchedules(
    schedules: 20, options: .init(bodyHost: bodyHost), fileID: fileID, filePath: filePath, line: line,
    column: column, body)
  #expect(!exploration.findings.isEmpty, sourceLocation: place)
  #expect(exploration.findings.allSatisfy { $0.code == "GCD401" }, sourceLocation: place)
  guard let finding = exploration.findings.first else { return "" }
  #expect(finding.severity == .error, sourceLocation: place)
  for name in names { #expect(finding.report.contains(name), "\(finding.report)", sourceLocation: place) }
  let replayed = exploreSchedules(
    replaying: finding.schedule, options: .init(bodyHost: bodyHost), fileID: fileID, filePath: filePath,
    line: line,
    column: column, body)
  #expect(replayed.divergence == nil, sourceLocation: place)
  #expect(replayed.findings.first?.signature == finding.signature, sourceLocation: place)
  return finding.report
}

/// Explores a program without a race.
func expectNoRace(
  schedules: Int = 2_000, bodyHost: BodyHost = .served, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) {
  let exploration = exploreSchedules(
    schedules: schedules, options: .init(bodyHost: bodyHost), fileID: fileID, filePath: filePath, line: line,
    column: column,
    body)
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  for finding in exploration.findings {
    Issue.record(Comment(rawValue: finding.report), sourceLocation: place)
  }
  #expect(exploration.schedulesRun > 0, sourceLocation: place)
}

/// What a program checks while it runs; thrown out of the body it is GCD501.
struct Broken: Error {}

func require(_ condition: Bool) throws { if !condition { throw Broken() } }

/// The codes of all findings of a program, in 20 schedules.
func races(_ body: () throws -> Void) -> Set<String> {
  Set(exploreSchedules(schedules: 20, options: .init(keepGoing: true), body).findings.map(\.code))
}
