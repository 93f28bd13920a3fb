// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The README of this package, and the fenced blocks in it.
enum Readme {
  struct Block {
    var language: String
    var text: String
  }

  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let text =
    (try? String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

  static let blocks: [Block] = {
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
    return blocks
  }()

  static func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }
}
