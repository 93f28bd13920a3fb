// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import Testing

/// The documentation names every option and every strategy as the tables have them.
@Suite struct OptionTableTests {
  private static let documentation = try! PackageTree.documentedLines()
  /// The article with all of them; others name those that they are about.
  private static let options = try! PackageTree.text(of: "Sources/GCDCheck/GCDCheck.docc/Options.md")
    .split(separator: "\n")

  @Test(arguments: ExplorationOption.allCases)
  func theDocumentationHasALineForTheOption(_ option: ExplorationOption) throws {
    let row = option.row
    let lines = Self.options.filter { $0.hasPrefix("|") && $0.contains("`\(row.variable)`") }
    #expect(lines.count == 1, "\(lines)")
    let line = try #require(lines.first)
    #expect(line.contains(row.standard), "\(line)")
    if let argument = row.argument { #expect(line.contains("`--\(argument.name)"), "\(line)") }
  }

  @Test(arguments: EnvironmentVariable.allCases.map(\.rawValue))
  func theDocumentationNamesTheVariable(_ name: String) {
    #expect(Self.documentation.contains { $0.hasPrefix("|") && $0.contains("`\(name)`") })
  }

  @Test(arguments: StrategyName.table.split(separator: "\n"))
  func theDocumentationHasTheLineOfTheStrategy(_ line: Substring) {
    #expect(Self.documentation.contains(line))
  }

  /// An option is a property; two options share no name.
  @Test func theTableDescribesTheOptions() {
    let properties = Set(Mirror(reflecting: ExplorationOptions()).children.compactMap(\.label))
    let rows = ExplorationOption.allCases.map(\.row)
    #expect(properties.isSuperset(of: ExplorationOption.allCases.map(\.rawValue)))
    #expect(Set(rows.map(\.variable)).count == rows.count)
    let arguments = rows.compactMap(\.argument?.name)
    #expect(Set(arguments).count == arguments.count)
    #expect(rows.allSatisfy { $0.variable.hasPrefix("GCDCHECK_") && !$0.wanted.isEmpty })
    #expect(rows.allSatisfy { $0.key == nil || $0.schema != nil })
  }
}
