// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc
import Synchronization

/// What readers of debug information have answered, in memory that a process shares with its forks: each of
/// these would start a reader of its own for the same addresses.
///
/// Answers are only added, whole ones, and are visible once the count of bytes says so. A process that ends
/// while it adds some leaves the memory closed for further ones, and what is there as it is.
final class SharedAnswers: Sendable {
  /// What precedes the answers. The memory has no name, and is unmapped with the process.
  private struct Header: ~Copyable {
    /// Bytes of answers that can be read.
    let used = Atomic<Int>(0)
    let isBeingWritten = Atomic<Bool>(false)
  }

  private static let capacity = 1 << 20
  private static let headerSize = 64

  // Written by its atomics alone; never unmapped.
  nonisolated(unsafe) private let header: UnsafeMutablePointer<Header>
  // Bytes below `used` do not change any more; those behind it are written by who has set `isBeingWritten`.
  nonisolated(unsafe) private let bytes: UnsafeMutablePointer<UInt8>

  /// Nil where there is no memory.
  init?() {
    let size = SharedAnswers.headerSize + SharedAnswers.capacity
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    header = memory.bindMemory(to: Header.self, capacity: 1)
    header.initialize(to: Header())
    bytes = (memory + SharedAnswers.headerSize).bindMemory(
      to: UInt8.self, capacity: SharedAnswers.capacity)
  }

  /// The answers from an offset on, and the offset behind them.
  func read(from offset: Int) -> (answers: [(AddressQuestion, [AddressAnswer])], end: Int) {
    let end = header.pointee.used.load(ordering: .acquiring)
    guard end > offset else { return ([], offset) }
    let new = UnsafeBufferPointer(start: bytes + offset, count: end - offset)
    let text = String(decoding: new, as: UTF8.self)
    return (text.split(separator: SharedAnswers.endOfAnswer).compactMap(SharedAnswers.decode), end)
  }

  /// Adds answers, unless there is no room or another process is at it.
  func add(_ answers: [(AddressQuestion, [AddressAnswer])]) {
    let text = answers.compactMap(SharedAnswers.encode).joined()
    guard !text.isEmpty,
      header.pointee.isBeingWritten.compareExchange(
        expected: false, desired: true, ordering: .acquiringAndReleasing
      ).exchanged
    else { return }
    let start = header.pointee.used.load(ordering: .relaxed)
    if start + text.utf8.count <= SharedAnswers.capacity {
      (bytes + start).update(from: Array(text.utf8), count: text.utf8.count)
      header.pointee.used.store(start + text.utf8.count, ordering: .releasing)
    }
    header.pointee.isBeingWritten.store(false, ordering: .releasing)
  }

  // No path and no name of a function has these.
  private static let endOfAnswer: Character = "\u{1E}"
  private static let endOfField: Character = "\u{1F}"

  /// Nil where a text has a character that divides.
  private static func encode(_ question: AddressQuestion, _ rows: [AddressAnswer]) -> String? {
    var fields = [question.path, String(question.address)]
    for row in rows {
      fields += [row.function ?? "", row.location?.file ?? ""]
      fields += [String(row.location?.line ?? 0), String(row.location?.column ?? 0)]
    }
    if fields.contains(where: { $0.contains(endOfAnswer) || $0.contains(endOfField) }) { return nil }
    return fields.joined(separator: String(endOfField)) + String(endOfAnswer)
  }

  private static func decode(_ text: Substring) -> (AddressQuestion, [AddressAnswer])? {
    let fields = text.split(separator: endOfField, omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 2, let address = UInt(fields[1]) else { return nil }
    var rows: [AddressAnswer] = []
    for index in stride(from: 2, to: fields.count - 3, by: 4) {
      let function: String? = fields[index].isEmpty ? nil : fields[index]
      let line = Int(fields[index + 2]) ?? 0
      let column = Int(fields[index + 3]) ?? 0
      let location = AddressAnswer.Location(file: fields[index + 1], line: line, column: column)
      rows.append(AddressAnswer(function: function, location: location))
    }
    return (AddressQuestion(path: fields[0], address: address), rows)
  }
}
#endif
