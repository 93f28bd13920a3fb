// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The examples of the documentation's articles compile in Swift 6 mode, as a reader would paste them.
/// Those of the pages on findings are compiled and run elsewhere.
@Suite struct ArticleExampleTests {
  let folder: URL
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gcdcheck-articles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static func blocks(of article: String) -> [String] {
    Articles.markdown(article).blocks("swift").map(\.text)
  }

  /// The bank of Getting started, which other articles import.
  private static var bank: String {
    blocks(of: "GettingStarted.md").first { $0.hasPrefix("// Sources/Bank/") } ?? ""
  }

  /// The first one is in both language modes, as the README is.
  static let cases = Articles.names.map { ($0, "6") } + [("GettingStarted.md", "5")]

  @Test(arguments: cases) func everySwiftBlockCompiles(_ article: String, _ mode: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let compiler = Compiler(mode: mode)
    var compiled = 0
    #expect(try compiler.makeModule("Bank", Self.bank, in: folder) == "")
    for block in Self.blocks(of: article) {
      #if compiler(<6.1)
      if block.contains("deterministicScheduling(") { continue }
      #endif
      if block.contains("import PackageDescription") {
        #expect(try compiler.checkManifest(block, in: folder) == "")
      } else if block.contains("import GCDCheck") {
        #expect(try compiler.check(block, in: folder) == "", "\(article): \(block)")
      } else if block.hasPrefix("  func deposit") {
        // Put in the place of a line, as the text says.
        let mended = Self.bank.split(separator: "\n").map { line in
          line.hasPrefix("  func deposit") ? block : line + "\n"
        }
        #expect(mended.contains(block))
        #expect(try compiler.makeModule("MendedBank", mended.joined(), in: folder) == "")
      } else {
        #expect(block == Self.bank, "\(article) has a Swift block that no test compiles")
      }
      compiled += 1
    }
    if ["GettingStarted.md", "Swift6Mode.md"].contains(article) { #expect(compiled >= 4) }
  }

  @Test func theBankIsThatOfTheReadme() {
    #expect(Readme.blocks("swift").map(\.text).contains(Self.bank))
  }
}
