// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// llvm-symbolizer: one process for all files; each question is a line that names the file.
final class LLVMSymbolizer: AddressReader {
  private let process: ReaderProcess
  /// Asked and not answered yet.
  private var open = 0

  /// The plain protocol: of each question a pair of lines per frame, innermost first, and an empty line.
  /// Names stay mangled: how they read must not depend on the reader.
  private static let plainProtocol = [
    "--output-style=LLVM", "--inlines", "--functions=linkage", "--no-demangle",
  ]

  /// Nil when the program cannot be started.
  init?(program: String, arguments: [String] = plainProtocol) {
    guard let process = ReaderProcess(program: program, arguments: arguments) else { return nil }
    self.process = process
  }

  var isOurs: Bool { process.isOurs }
  var processID: Int32? { process.id }

  func end() { process.end() }

  func ask(_ questions: [AddressQuestion]) -> Bool {
    open += questions.count
    return send(questions.map { "CODE \"\($0.path)\" 0x\(String($0.address, radix: 16))\n" })
  }

  func answers() -> [[AddressAnswer]]? {
    defer { open = 0 }
    return receive(count: open)
  }

  func send(_ lines: [String]) -> Bool { process.send(lines) }

  /// The next answers; nil when the process dies or stays silent.
  func receive(count: Int) -> [[AddressAnswer]]? {
    var answers: [[AddressAnswer]] = []
    var block: [String] = []
    while answers.count < count {
      guard let line = process.nextLine() else { return nil }
      if line.isEmpty {
        answers.append(LLVMSymbolizer.answers(of: block))
        block = []
      } else {
        block.append(line)
      }
    }
    return answers
  }

  /// Pairs of lines: a function, then `file:line:column`; `??` and 0 represent unknown.
  static func answers(of lines: [String]) -> [AddressAnswer] {
    AddressAnswer.pairs(of: lines, location: location)
  }

  private static func location(of text: String) -> AddressAnswer.Location? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1])
    else { return nil }
    return AddressAnswer.Location(
      file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
  }
}
#endif
