// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// An address of an executable or library, as the file counts it.
struct AddressQuestion: Hashable {
  var path: String
  var address: UInt
}

/// One row of an answer: a function and a place in a source file, each where known.
struct AddressAnswer: Equatable {
  struct Location: Equatable {
    var file: String
    var line: Int
    /// From 1; 0 where the reader knows no columns.
    var column: Int

    /// Nil where the text or the number represents "unknown".
    init?(file: String, line: Int, column: Int) {
      // Line 0 is code that no line represents.
      guard line > 0, !file.hasPrefix("??"), !file.hasSuffix("<compiler-generated>") else { return nil }
      self.file = file
      self.line = line
      self.column = column
    }
  }
  /// The mangled name.
  var function: String?
  var location: Location?
}

/// Reads the debug information of files by another program.
///
/// Readers differ in how they are asked, and in whether they know columns; functions, files and lines are
/// the same.
protocol AddressReader: AnyObject {
  /// False in a child of fork, which must not talk on its parent's sockets.
  var isOurs: Bool { get }
  /// The kernel's id of a process that runs for this reader; nil where none does.
  var processID: Int32? { get }
  /// Sends questions and waits for no answer; false when they are not taken.
  func ask(_ questions: [AddressQuestion]) -> Bool
  /// The answers to all that was asked since the last call, in its order: rows with the innermost inlined
  /// call first. Nil when the reader dies or stays silent.
  func answers() -> [[AddressAnswer]]?
  /// Ends its processes.
  func end()
}

extension AddressAnswer {
  /// Pairs of lines, as readers write them: a function, where known, then its place.
  static func pairs(of lines: [String], location: (String) -> Location?) -> [AddressAnswer] {
    stride(from: 0, to: lines.count - 1, by: 2).map { index in
      AddressAnswer(
        function: lines[index].hasPrefix("??") ? nil : lines[index], location: location(lines[index + 1]))
    }
  }
}
#endif
