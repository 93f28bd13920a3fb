// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import Testing

/// One set of exit codes, also where nothing of the package can be imported.
@Suite struct ExitStatusTests {
  @Test func thePluginGivesEachNumberItsMeaning() throws {
    let path = "Plugins/GCDCheckPlugin/GCDCheckPlugin.swift"
    let lines = try PackageTree.text(of: path).split(separator: "\n")
    for status in ExitStatus.allCases where status != .asExpected {
      let line = "    case \(status.rawValue): \"\(status.meaning)\""
      #expect(lines.contains(Substring(line)), "\(line)")
    }
  }

  @Test func noTwoMeansTheSame() {
    #expect(Set(ExitStatus.allCases.map(\.meaning)).count == ExitStatus.allCases.count)
  }
}
