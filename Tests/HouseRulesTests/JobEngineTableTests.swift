// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import Testing

/// The article on job engines has each engine as the table in the code has it, in the same order.
@Suite struct JobEngineTableTests {
  private static let rows = try! PackageTree.text(of: "Sources/GCDCheck/GCDCheck.docc/JobEngines.md")
    .split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }

  @Test func theArticleHasALineForEachEngine() throws {
    #expect(Self.rows.count == JobEngine.allCases.count)
    for (row, engine) in zip(Self.rows, JobEngine.allCases) {
      if let name = engine.name { #expect(row.hasPrefix("| \(name)"), "\(row)") }
      #expect(row.contains("`\(engine.index)`"), "\(row)")
      if engine == .slurm { continue }
      #expect(row.contains("`\(engine.total)`") && row.hasSuffix("| \(engine.first) |"), "\(row)")
    }
  }
}
