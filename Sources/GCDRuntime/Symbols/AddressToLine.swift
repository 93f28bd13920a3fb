// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// addr2line of the binutils: one process for each file; a question is an address. It knows no columns.
///
/// An answer has no end of its own, so that an address that no file has follows each batch: where its
/// answer begins, the one before is complete.
final class AddressToLine: AddressReader {
  private let program: String
  private let options: [String]
  private let owner: Int32
  private var processes: [String: ReaderProcess] = [:]
  /// Files that a fresh process gave no answer about: they are not asked for again.
  private var unreadable: Set<String> = []
  /// Asked and not answered yet.
  private var batches: [Batch] = []
  private var open = 0

  /// What one file was asked in one go.
  private struct Batch {
    var path: String
    var addresses: [UInt] = []
    /// Which of the open questions these are.
    var places: [Int] = []
    /// The process that has got them; nil where it did not take them.
    var process: ReaderProcess?
  }

  /// Each address again, inlined calls too, names as the linker has them.
  private static let plainOptions = ["-a", "-i", "-f", "-e"]

  /// - Parameter options: what is before the name of a file.
  init(program: String, options: [String] = plainOptions) {
    self.program = program
    self.options = options
    owner = getpid()
  }

  var isOurs: Bool { getpid() == owner }
  var processID: Int32? { processes.values.first?.id }

  func end() {
    for process in processes.values { process.end() }
    processes = [:]
  }

  func ask(_ questions: [AddressQuestion]) -> Bool {
    var new: [Batch] = []
    for question in questions {
      let index = new.firstIndex { $0.path == question.path } ?? new.endIndex
      if index == new.endIndex { new.append(Batch(path: question.path)) }
      new[index].addresses.append(question.address)
      new[index].places.append(open)
      open += 1
    }
    for var batch in new {
      batch.process = send(batch)
      batches.append(batch)
    }
    return true
  }

  func answers() -> [[AddressAnswer]]? {
    var result = [[AddressAnswer]](repeating: [], count: open)
    for batch in batches {
      guard let answers = receive(batch) ?? secondAttempt(batch) else {
        unreadable.insert(batch.path)
        continue
      }
      for (place, answer) in zip(batch.places, answers) { result[place] = answer }
    }
    batches = []
    open = 0
    return result
  }

  /// The process that took the addresses; nil when there is none.
  private func send(_ batch: Batch) -> ReaderProcess? {
    if unreadable.contains(batch.path) { return nil }
    if processes[batch.path] == nil {
      processes[batch.path] = ReaderProcess(
        program: program, arguments: options + [batch.path])
    }
    guard let process = processes[batch.path] else { return nil }
    let lines = (batch.addresses + [UInt.max]).map { "0x\(String($0, radix: 16))\n" }
    return process.send(lines) ? process : nil
  }

  /// A process that died or hangs is replaced once, with all that it had not answered.
  private func secondAttempt(_ batch: Batch) -> [[AddressAnswer]]? {
    if unreadable.contains(batch.path) { return nil }
    if let process = processes[batch.path], batch.process == nil || process === batch.process {
      process.end()
      processes[batch.path] = nil
    }
    var again = batch
    again.process = send(batch)
    return receive(again)
  }

  private func receive(_ batch: Batch) -> [[AddressAnswer]]? {
    guard let process = batch.process, process === processes[batch.path] else { return nil }
    var answers: [[AddressAnswer]] = []
    var block: [String] = []
    // What the last batch has left over, its answer for the address that no file has, comes first.
    var isLeftOver = true
    while true {
      guard let line = process.nextLine() else { return nil }
      guard let address = AddressToLine.echoed(line) else {
        block.append(line)
        continue
      }
      if !isLeftOver { answers.append(AddressToLine.answers(of: block)) }
      block = []
      isLeftOver = false
      let next = answers.count
      if next == batch.addresses.count { return address == UInt.max ? answers : nil }
      guard address == batch.addresses[next] else { return nil }
    }
  }

  /// The address that a line of the output repeats; nil for every other line.
  private static func echoed(_ line: String) -> UInt? {
    line.hasPrefix("0x") ? UInt(line.dropFirst(2), radix: 16) : nil
  }

  /// Pairs of lines: a function, then `file:line`, which a discriminator may follow; `?` and 0 represent
  /// unknown.
  static func answers(of lines: [String]) -> [AddressAnswer] {
    AddressAnswer.pairs(of: lines, location: location)
  }

  private static func location(of text: String) -> AddressAnswer.Location? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let number = text[text.index(after: colon)...]
    // What follows the digits is " (discriminator 2)", and nothing else.
    let digits = number.prefix { $0.isASCII && $0.isNumber }
    guard number[digits.endIndex...].isEmpty || number[digits.endIndex...].hasPrefix(" (discriminator "),
      let line = Int(digits)
    else { return nil }
    return AddressAnswer.Location(file: String(text[..<colon]), line: line, column: 0)
  }
}
#endif
