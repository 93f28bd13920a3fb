// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

/// The variable or property that an object is stored in, as the line says that makes it: `gate` of
/// `let gate = DispatchSemaphore(value: 0)`.
///
/// Read from the source file: debug information says where a variable is in memory, and not which object a
/// property of some instance holds.
package enum DeclaredVariable {
  /// The name on a line of Swift or C; nil where none is certain.
  ///
  /// - Parameter column: Of the call that makes the object, from 1; 0 = not known.
  package static func name(in text: String, column: Int) -> String? {
    let count = column > 0 ? min(column - 1, text.utf8.count) : text.utf8.count
    let start = String(decoding: text.utf8.prefix(count), as: UTF8.self)
    let call = column > 0 ? String(decoding: text.utf8.dropFirst(count), as: UTF8.self) : text
    // The result of such a call is no object.
    if let name = initialized(call[...]) { return name }
    if column > 0, call.hasPrefix("withLock") { return receiver(of: start[...]) }
    guard let assignment = assignment(in: start) else { return nil }
    // Which of several, is not known.
    if column == 0, self.assignment(in: String(start[..<assignment])) != nil { return nil }
    let between = column > 0 ? start[start.index(after: assignment)...] : ""
    return isValue(between) ? target(start[..<assignment]) : nil
  }

  /// The last `=` that assigns.
  private static func assignment(in text: String) -> String.Index? {
    var found: String.Index?
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == "=" {
        let before = index > text.startIndex ? text[text.index(before: index)] : " "
        let after = next < text.endIndex ? text[next] : " "
        if after == "=" {
          index = text.index(after: next)
          continue
        }
        if !"=!<>+-*/%&|^?".contains(before) { found = index }
      }
      index = next
    }
    return found
  }

  /// Whether what is between the assignment and the call leads to it, as `(0..<5).map { _ in`, and is no
  /// call that it is an argument of.
  private static func isValue(_ text: Substring) -> Bool {
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      // Another statement.
      if character == ";" { return false }
    }
    return depth == 0
  }

  /// What is assigned to.
  private static func target(_ text: Substring) -> String? {
    for keyword in ["let ", "var "] {
      guard let place = last(keyword, in: text),
        place == text.startIndex || !isName(text[text.index(before: place)])
      else { continue }
      // The last one of several.
      let patterns = parts(of: text[place...].dropFirst(keyword.count))
      let pattern = trimmed(patterns.last ?? "").drop { $0 == "`" }
      return name(pattern.prefix(while: isName))
    }
    var rest = trimmed(text)
    // An element of an array or dictionary.
    if rest.last == "]" {
      guard let bracket = rest.lastIndex(of: "[") else { return nil }
      rest = trimmed(rest[..<bracket])
    }
    let last = rest.reversed().prefix(while: isName).count
    let token = rest.suffix(last)
    // `lock: NSLock` of a parameter with a default.
    let before = trimmed(rest.dropLast(last))
    if before.last == ":", token.first?.isUppercase == true {
      let label = trimmed(before.dropLast())
      return name(label.suffix(label.reversed().prefix(while: isName).count))
    }
    return name(token)
  }

  /// What a method is called on, which a `Mutex` is known by: nothing shows where it is made.
  private static func receiver(of text: Substring) -> String? {
    guard text.last == "." else { return nil }
    var rest = text.dropLast()
    if rest.last == "]" {
      guard let bracket = rest.lastIndex(of: "[") else { return nil }
      rest = rest[..<bracket]
    }
    return name(rest.suffix(rest.reversed().prefix(while: isName).count))
  }

  /// What commas outside of parentheses and brackets divide.
  private static func parts(of text: Substring) -> [Substring] {
    var depth = 0
    return text.split(omittingEmptySubsequences: false) { character in
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      return character == "," && depth == 0
    }
  }

  /// What a call of C's initialises: `lock` of `pthread_mutex_init(&queue->lock, NULL)`.
  private static func initialized(_ text: Substring) -> String? {
    let call = "_init("
    guard let place = last(call, in: text) else { return nil }
    var argument = trimmed(text[place...].dropFirst(call.count).prefix { $0 != "," && $0 != ")" })
    guard argument.first == "&" else { return nil }
    argument = argument.dropFirst()
    if argument.last == "]", let bracket = argument.lastIndex(of: "[") { argument = argument[..<bracket] }
    return name(argument.suffix(argument.reversed().prefix(while: isName).count))
  }

  private static func last(_ word: String, in text: Substring) -> String.Index? {
    text.indices.last { text[$0...].hasPrefix(word) }
  }

  private static func isName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func name(_ text: Substring) -> String? {
    guard let first = text.first, !first.isNumber, text != "_" else { return nil }
    return String(text)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    while text.first?.isWhitespace == true { text.removeFirst() }
    return text
  }
}

extension ObjectType {
  /// Whether the call that makes such an object is one by which programs fill a variable.
  var isInVariable: Bool {
    switch self {
    case .serialQueue, .concurrentQueue, .queue, .workloop, .group, .workItem, .semaphore, .posixSemaphore,
      .lock, .readWriteLock, .condition, .barrier, .timer, .signalSource, .readSource, .writeSource,
      .dataSource, .source, .operation:
      true
    case .mainQueue, .globalQueue, .cooperativePool, .once, .staticInitializer, .variable, .futex, .thread,
      .descriptor, .childProcess, .messageQueue, .semaphoreSet, .signal, .actor, .swiftTask, .taskStatus,
      .unknown:
      false
    }
  }
}
#endif
