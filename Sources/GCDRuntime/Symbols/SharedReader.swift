// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// A reader that starts another one only for what no process of its family has asked yet.
final class SharedReader: AddressReader {
  private let shared: SharedAnswers
  private let program: ReaderProgram
  private let owner = getpid()
  private var reader: (any AddressReader)?
  private var known: [AddressQuestion: [AddressAnswer]] = [:]
  /// How much of the shared answers is in `known`.
  private var offset = 0
  /// Asked and not answered yet.
  private var open: [AddressQuestion] = []
  /// Those of them that the other reader was asked.
  private var new: [AddressQuestion] = []

  init(_ program: ReaderProgram, sharing answers: SharedAnswers) {
    self.program = program
    shared = answers
  }

  var isOurs: Bool { owner == getpid() }
  var processID: Int32? { reader?.processID }

  func ask(_ questions: [AddressQuestion]) -> Bool {
    open += questions
    let added = shared.read(from: offset)
    offset = added.end
    for (question, rows) in added.answers { known[question] = rows }
    let unknown = questions.filter { known[$0] == nil && !new.contains($0) }
    if unknown.isEmpty { return true }
    new += unknown
    if reader == nil { reader = program.start() }
    return reader?.ask(unknown) ?? false
  }

  func answers() -> [[AddressAnswer]]? {
    defer {
      open = []
      new = []
    }
    if !new.isEmpty {
      guard let rows = reader?.answers(), rows.count == new.count else { return nil }
      for (question, row) in zip(new, rows) { known[question] = row }
      shared.add(Array(zip(new, rows)))
    }
    return open.map { known[$0] ?? [] }
  }

  func end() {
    reader?.end()
    reader = nil
  }
}
#endif
