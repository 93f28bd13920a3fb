// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A text in Markdown, and the fenced blocks in it.
struct MarkdownText {
  struct Block {
    var language: String
    var text: String
  }

  let text: String
  let blocks: [Block]

  init(_ text: String) {
    self.text = text
    var blocks: [Block] = []
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), text: "")
        }
      } else if open != nil {
        open?.text += line + "\n"
      }
    }
    self.blocks = blocks
  }

  init(of file: URL) { self.init((try? String(contentsOf: file, encoding: .utf8)) ?? "") }

  func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }
}

/// The README of this package.
enum Readme {
  /// It is to be read in a few minutes; all else is in the articles.
  static let mostLines = 250

  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let markdown = MarkdownText(of: package.appendingPathComponent("README.md"))

  static var text: String { markdown.text }
  static func blocks(_ language: String) -> [MarkdownText.Block] { markdown.blocks(language) }
}

/// The articles of the documentation, without the pages on findings.
enum Articles {
  private static let catalogue = Readme.package.appendingPathComponent("Sources/GCDCheck/GCDCheck.docc")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: catalogue.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }()

  /// The README and all articles.
  static let allText = Readme.text + names.map { markdown($0).text }.joined()

  static func markdown(_ name: String) -> MarkdownText {
    MarkdownText(of: catalogue.appendingPathComponent(name))
  }
}
