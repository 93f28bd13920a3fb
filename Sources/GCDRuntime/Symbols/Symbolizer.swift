// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import GCDReport
import Glibc

/// Turns return addresses into frames of source code, when a report is written and not before.
///
/// A program that reads debug information is kept running; every address is asked for once. Where there is
/// no such program, and for libraries without debug information, names come from the image's own symbol table
/// and there are no lines.
public final class Symbolizer: @unchecked Sendable {
  /// The one of this process.
  public static let shared = Symbolizer(program: ReaderSearch.find())

  // Everything below is touched with `gate` held only; that is what makes the class Sendable.
  private let gate = SymbolizerGate()
  private let program: ReaderProgram?
  private var reader: (any AddressReader)?
  private var images = LoadedImages()
  private var known: [UInt: [SymbolizedFrame]] = [:]
  private var asked: [Question] = []
  /// Of this process and its forks.
  private var sharedAnswers: SharedAnswers?

  /// What was sent to the reader and not answered yet.
  private struct Question {
    var address: UInt
    var image: LoadedImage

    /// - Parameter distance: from the call before the address, in bytes.
    func asked(at distance: Int = 0) -> AddressQuestion {
      AddressQuestion(
        path: image.path, address: image.fileAddress(of: address - 1) &+ UInt(bitPattern: distance))
    }
  }

  /// A symbolizer of its own; `program` nil: names only, no lines.
  init(program: ReaderProgram?) {
    self.program = program
  }

  /// Why there are no lines; nil where a program reads them.
  var missingReader: MissingReader? { program == nil ? MissingReader.here() : nil }

  /// The frames behind each return address, inlined ones first; the same order and count as the addresses.
  ///
  /// An address is looked up one byte before, where the call is. Unknown addresses give one frame without a
  /// name. While another thread is at it for more than two seconds (it may be the one that crashed),
  /// nothing is known.
  public func frames(for addresses: [UInt]) -> [[SymbolizedFrame]] {
    guard enter(milliseconds: 2_000) else { return addresses.map { _ in [.unknown] } }
    defer { gate.leave() }
    ask(addresses)
    collect()
    return addresses.map { known[$0] ?? [.unknown] }
  }

  /// The frames behind the return address of a sanitizer's call for a memory access, inlined ones first.
  func frames(ofAccess address: UInt) -> [SymbolizedFrame] {
    guard address > 0, enter(milliseconds: 2_000) else { return [.unknown] }
    defer { gate.leave() }
    collect()
    guard let image = images.image(at: address - 1) else { return [.unknown] }
    let question = Question(address: address, image: image)
    return frames(of: question, answer: answerForward(question), relativeTo: WorkingDirectory.current())
  }

  /// The variable that is at an address, in the short form of debuggers; nil when nothing names it.
  func variable(at address: UInt) -> String? {
    guard enter(milliseconds: 2_000) else { return nil }
    defer { gate.leave() }
    guard let image = images.image(at: address), let raw = images.variable(at: address, in: image) else {
      return nil
    }
    return SymbolName(raw).short
  }

  /// Starts looking the addresses up and returns at once: the next `frames(for:)` finds them answered.
  ///
  /// Worth a call when a finding is certain and its report some milliseconds away.
  public func prepare(for addresses: [UInt]) {
    guard enter(milliseconds: 0) else { return }
    defer { gate.leave() }
    ask(Array(addresses.prefix(64)))
  }

  /// From now on what a fork of this process is answered need not be asked in another one again.
  public func shareAnswers() {
    guard enter(milliseconds: 0) else { return }
    defer { gate.leave() }
    if program != nil, sharedAnswers == nil { sharedAnswers = SharedAnswers() }
  }

  /// Ends the reader; the next question starts another.
  public func stop() {
    guard enter(milliseconds: 2_000) else { return }
    defer { gate.leave() }
    collect()
    lose()
  }

  /// The kernel's id of a process of the reader, for tests.
  var processID: Int32? { reader?.processID }

  /// False when another thread keeps the gate shut. A child of fork has its parent's reader, which it must
  /// neither ask nor end.
  private func enter(milliseconds: Int) -> Bool {
    guard gate.enter(milliseconds: milliseconds) else { return false }
    if let reader, !reader.isOurs { self.reader = nil }
    return true
  }

  /// Sends what is neither known nor asked already.
  private func ask(_ addresses: [UInt]) {
    var new: [Question] = []
    for address in addresses where known[address] == nil && address > 0 {
      if asked.contains(where: { $0.address == address }) || new.contains(where: { $0.address == address }) {
        continue
      }
      guard let image = images.image(at: address - 1) else {
        known[address] = [.unknown]
        continue
      }
      // No report shows it, and half of all addresses are in it.
      if image.isPutIn {
        known[address] = [.unnamed(in: image.name)]
        continue
      }
      let question = Question(address: address, image: image)
      guard images.mayHaveLines(image) else {
        known[address] = frames(of: question, answer: [], relativeTo: nil)
        continue
      }
      new.append(question)
    }
    guard !new.isEmpty else { return }
    if startedReader()?.ask(new.map { $0.asked() }) == false { lose() }
    asked += new
  }

  private func startedReader() -> (any AddressReader)? {
    if reader == nil, let program {
      reader = sharedAnswers.map { SharedReader(program, sharing: $0) } ?? program.start()
    }
    return reader
  }

  /// Asks and waits; nil when there is no reader or it does not answer.
  private func look(_ questions: [AddressQuestion]) -> [[AddressAnswer]]? {
    guard let reader = startedReader(), reader.ask(questions), let answers = reader.answers(),
      answers.count == questions.count
    else { return nil }
    return answers
  }

  /// Waits for the answers to all that was asked. A reader that dies or hangs is replaced once per batch.
  private func collect() {
    guard !asked.isEmpty else { return }
    var answers = reader?.answers()
    // A reader that was started after some of the questions does not know of these.
    if answers?.count != asked.count, program != nil {
      lose()
      answers = look(asked.map { $0.asked() })
      if answers == nil { lose() }
    }
    let here = WorkingDirectory.current()
    let questions = asked
    asked = []
    for (index, question) in questions.enumerated() {
      let answer = answers?[index] ?? []
      known[question.address] = frames(
        of: question, answer: locatedNearby(question, answer) ?? answer, relativeTo: here)
    }
  }

  /// The compiler gives some instructions no line, and a fault may point at one of them, or a task continue
  /// there: the answer for the nearest instruction before it, else behind it, in the same function, that has
  /// one.
  private func locatedNearby(_ question: Question, _ answer: [AddressAnswer]) -> [AddressAnswer]? {
    guard question.image.holdsUserCode, let first = answer.first, first.location == nil,
      let function = first.function, CodeOwner.isUser(symbol: SymbolName(function), file: nil)
    else { return nil }
    for distances in [[-4, -8, -12, -16, -24, -32, -48, -64], Array(stride(from: 8, through: 256, by: 8))] {
      let nearby = look(distances.map { question.asked(at: $0) }) ?? []
      let located = nearby.first {
        $0.last?.function == answer.last?.function && $0.first?.location != nil
      }
      if let located { return located }
    }
    return nil
  }

  /// Answers for the call before `address` and for what follows it, up to the first that has a line: what a
  /// sanitizer inserts before a memory access has none, and the access itself comes next.
  private func answerForward(_ question: Question) -> [AddressAnswer] {
    guard images.mayHaveLines(question.image),
      let answers = look(stride(from: 0, through: 64, by: 4).map { question.asked(at: $0) })
    else { return [] }
    let function = answers[0].last?.function
    return answers.first { $0.last?.function == function && $0.first?.location != nil } ?? answers[0]
  }

  private func lose() {
    reader?.end()
    reader = nil
  }

  private func frames(of question: Question, answer: [AddressAnswer], relativeTo here: String?)
    -> [SymbolizedFrame]
  {
    var rows = answer.filter { $0.function != nil || $0.location != nil }
    if rows.isEmpty { rows = [AddressAnswer(function: nil, location: nil)] }
    return zip(0..., rows).map { index, row in
      let raw = row.function ?? images.symbol(at: question.address - 1, in: question.image)
      let name = SymbolName(raw ?? "")
      let path = row.location?.file
      let file = path.flatMap { path in
        CodeOwner.isExpansion(path) ? nil : WorkingDirectory.shorten(path, relativeTo: here)
      }
      var frame = SymbolizedFrame(
        function: name.short, file: file, line: row.location?.line ?? 0, column: row.location?.column ?? 0,
        isInlined: index + 1 < rows.count, image: question.image.name, module: name.module,
        isUserCode: question.image.holdsUserCode && CodeOwner.isUser(symbol: name, file: path))
      frame.isOurs = CodeOwner.isOurs(frame, file: path)
      return frame
    }
  }
}

extension SymbolizedFrame {
  /// An address that nothing is known about.
  static var unknown: SymbolizedFrame { unnamed(in: "") }

  /// An address of which only the image is known.
  static func unnamed(in image: String) -> SymbolizedFrame {
    SymbolizedFrame(
      function: "", file: nil, line: 0, column: 0, isInlined: false, image: image, module: nil,
      isUserCode: false)
  }
}
#endif
