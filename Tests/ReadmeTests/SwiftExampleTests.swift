// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The README's own examples compile, in both language modes, as a reader would paste them.
@Suite struct SwiftExampleTests {
  let folder: URL
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gcdcheck-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static let codeUnderTest = "// Sources/Bank/"

  @Test(arguments: ["5", "6"])
  func everySwiftBlockCompiles(_ mode: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let compiler = Compiler(mode: mode)
    let blocks = Readme.blocks("swift")
    let code = blocks.filter { $0.text.hasPrefix(Self.codeUnderTest) }
    let tests = blocks.filter { $0.text.contains("import GCDCheck") }
    #expect(code.count == 1)
    #expect(tests.count == 2)
    #expect(code.count + tests.count == blocks.count, "a Swift block that no test compiles")

    let module = try compiler.makeModule("Bank", code.map(\.text).joined(), in: folder)
    #expect(module == "")
    for test in tests {
      let messages = try compiler.check(test.text, in: folder)
      #expect(messages == "")
    }
  }

  /// A test of the test: an example that is wrong is seen.
  @Test func aWrongExampleIsSeen() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let wrong = "import GCDCheck\nlet x: Int = withDeterministicScheduling { 1 }\n"
    #expect(try Compiler(mode: "6").check(wrong, in: folder) != "")
  }
}
