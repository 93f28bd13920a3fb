// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct ImportRulesTests {
  private func violations(_ path: String, _ text: String) -> [String] {
    ImportRules.check(SourceFile(path: path, text: text)).map(\.description)
  }

  @Test func downwardImportsPass() {
    #expect(
      violations("Sources/GCDRuntime/A.swift", "import GCDModel\nimport CGCDThread\nimport Glibc") == [])
    #expect(violations("Sources/GCDScenario/A.swift", "import Yams\nimport Dispatch") == [])
    #expect(violations("Sources/GCDCheckCLI/A.swift", "import ArgumentParser\nimport Foundation") == [])
  }

  @Test func upwardImportsAreFound() {
    #expect(
      violations("Sources/GCDModel/A.swift", "//\n@testable import GCDRuntime\n") == [
        "Sources/GCDModel/A.swift:2: error: GCDModel may not import GCDRuntime: "
          + "dependencies point only downwards"
      ])
    #expect(violations("Sources/GCDReport/A.swift", "public import GCDModel").count == 1)
    #expect(violations("Sources/GCDCheckCLI/A.swift", "import CGCDThread").count == 1)
  }

  @Test(
    arguments: [
      ("GCDModel", "import Foundation"), ("GCDSchedule", "import struct Foundation.Date"),
      ("GCDSchedule", "@preconcurrency import Dispatch"), ("GCDReport", "internal import Dispatch"),
      ("GCDRuntime", "import ArgumentParser"), ("GCDCheck", "import ArgumentParser"),
      ("GCDVocabulary", "import Glibc"),
    ])
  func forbiddenModulesAreFound(_ target: String, _ line: String) {
    let found = violations("Sources/\(target)/A.swift", line)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.contains("must never import") })
  }

  @Test func testFrameworksBelongToTheFaceAndBehindACondition() {
    let guarded = "#if canImport(Testing)\nimport Testing\n#endif"
    #expect(violations("Sources/GCDCheck/A.swift", guarded) == [])
    #expect(violations("Sources/GCDCheck/A.swift", "import Testing").count == 1)
    #expect(violations("Sources/GCDCheck/A.swift", "#if canImport(XCTest)\n#endif\nimport XCTest").count == 1)
    #expect(
      violations("Sources/GCDCheck/A.swift", "#if canImport(XCTest)\n#else\nimport XCTest\n#endif").count == 1
    )
    #expect(violations("Sources/GCDRuntime/A.swift", guarded).count == 1)
  }

  @Test func textThatOnlyLooksLikeAnImportIsNone() {
    let text =
      "// import GCDRuntime\nlet a = \"import GCDRuntime\"\nlet important = 1\n/* import Foundation */"
    #expect(violations("Sources/GCDModel/A.swift", text) == [])
  }

  @Test func anUnknownTargetIsFound() {
    #expect(violations("Sources/GCDNew/A.swift", "").count == 1)
  }

  @Test func cTargetsDoNotIncludeEachOther() {
    #expect(violations("Sources/CGCDThread/a.c", "#include \"CGCDThread.h\"\n#include <stdio.h>") == [])
    #expect(violations("Sources/CGCDThread/a.c", "# include \"CGCDInterpose.h\"").count == 1)
  }
}
