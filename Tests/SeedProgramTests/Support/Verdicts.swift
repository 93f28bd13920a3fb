// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import ReportClaims
import Testing

/// Explores a program that has one defect: the finding has this code, and its token replays to the same
/// report.
///
/// Returns the report.
@discardableResult
func expectFinding(
  _ code: String, severity: Severity = .error, naming names: String..., schedules: Int = 1_000,
  poolWidth: PoolWidth = .unbounded, bodyHost: BodyHost = .served, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) -> String {
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  let exploration = exploreSchedules(
    schedules: schedules, options: .init(poolWidth: poolWidth, bodyHost: bodyHost), fileID: fileID,
    filePath: filePath,
    line: line, column: column, body)
  #expect(exploration.findings.map(\.code) == [code], sourceLocation: place)
  guard let finding = exploration.findings.first else { return "" }
  #expect(finding.severity == severity, sourceLocation: place)
  #expect(finding.brokenClaims == [], sourceLocation: place)
  for name in names { #expect(finding.report.contains(name), sourceLocation: place) }
  let replayed = exploreSchedules(
    replaying: finding.schedule, options: .init(poolWidth: poolWidth, bodyHost: bodyHost), fileID: fileID,
    filePath: filePath, line: line, column: column, body)
  #expect(replayed.schedulesRun == 1, sourceLocation: place)
  #expect(replayed.divergence == nil, sourceLocation: place)
  #expect(replayed.findings.map(\.code) == [code], sourceLocation: place)
  let again = replayed.findings.first?.report ?? ""
  #expect(withoutOrigin(again) == withoutOrigin(finding.report), sourceLocation: place)
  return finding.report
}

/// Explores a program without a defect; returns the exploration.
@discardableResult
func expectClean(
  schedules: Int = 300, poolWidth: PoolWidth = .unbounded, bodyHost: BodyHost = .served,
  allowing: [Allowance] = [], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, _ body: () throws -> Void
) -> Exploration {
  let exploration = exploreSchedules(
    schedules: schedules, options: .init(poolWidth: poolWidth, allowing: allowing, bodyHost: bodyHost),
    fileID: fileID,
    filePath: filePath, line: line, column: column, body)
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  for finding in exploration.findings {
    Issue.record(Comment(rawValue: finding.report), sourceLocation: place)
  }
  #expect(exploration.schedulesRun > 0, sourceLocation: place)
  return exploration
}

/// The report without the sentences that tell how its schedule was come by, which may go on over several
/// lines.
func withoutOrigin(_ report: String) -> [Substring] {
  let origins = ["note: found in", "note: seen in", "note: came out in", "replay:"]
  var isOrigin = false
  return report.split(separator: "\n").filter { line in
    if !line.hasPrefix(" ") { isOrigin = origins.contains { line.hasPrefix($0) } }
    return !isOrigin
  }
}
