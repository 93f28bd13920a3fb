// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Splits `total + 1 == 6` into words.
enum ExpressionText {
  static let reserved: Set<String> = ["elapsed", "and", "or", "never", "forever"]

  /// Letters, digits and "_", beginning with a letter, and not a word that expressions give a meaning.
  static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter, !reserved.contains(text) else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// The words with the distance of each from the beginning, in Unicode scalars.
  static func words(_ text: String) -> [(text: String, offset: Int)] {
    var words: [(text: String, offset: Int)] = []
    var offset = 0
    var lastKind = Kind.space
    for character in text {
      let kind = Kind(character)
      // Signs and brackets join only into a comparison: "==", "!=", "<=", ">=".
      let joins = kind == lastKind && (kind == .word || kind == .comparison)
      if kind != .space {
        if joins {
          words[words.count - 1].text.append(character)
        } else {
          words.append((String(character), offset))
        }
      }
      lastKind = kind
      offset += character.unicodeScalars.count
    }
    return words
  }

  private enum Kind {
    case space, word, comparison, sign

    init(_ character: Character) {
      switch character {
      case " ", "\t", "\n": self = .space
      case "=", "!", "<", ">": self = .comparison
      case "+", "-", "(", ")", "*", "/", "&", "|": self = .sign
      default: self = .word
      }
    }
  }
}
