// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime
import GCDSchedule

/// The messages of nearly every schedule in a fixed form: as JSON they take as long as a short schedule.
///
/// - A request is `#`, or `+` for one whose process may begin where another one has come to its first choice,
///   and seven numbers, each with a comma behind it: id, number of the schedule, number that
///   findings show, width, records, flags, needed workers. What else findings say follows as JSON, which only
///   a schedule reads that has one.
/// - An answer is `#`, the id, a comma, and the execution as `RemoteExecution.plainText` has it.
/// - The end of a schedule is `!` and the status of waitpid.
enum PlainMessage {
  static let mark = UInt8(ascii: "#")
  static let sharedMark = UInt8(ascii: "+")
  static let end = UInt8(ascii: "!")

  /// Bits of the flags of a request.
  static let showsOutput = 1
  static let mayBeCut = 2
}

extension Request {
  /// Nil for a request that has more to it than the form can say.
  func plainText(_ contexts: inout ContextTexts) -> String? {
    guard case .numbered(let number) = execution.schedule, search == nil, output == nil,
      execution.orders.isEmpty, execution.standstill == nil, let context = execution.context?.context,
      let text = contexts.text(of: context)
    else { return nil }
    let flags =
      (execution.showsOutput ? PlainMessage.showsOutput : 0)
      | (execution.mayBeCut ? PlainMessage.mayBeCut : 0)
    let numbers = [
      id, number, context.schedule, execution.width, execution.records.rawValue, flags,
      execution.neededWorkers,
    ]
    return (mayBeginAtFirstChoice ? "+" : "#") + numbers.map { "\($0)," }.joined() + text
  }

  /// Nil for a line of another form. Takes the same from the heap whatever the line says; it has to stay
  /// where it is.
  init?(plain line: UnsafeRawBufferPointer) {
    var reader = PlainReader(line[...])
    guard reader.skip(PlainMessage.mark) || reader.skip(PlainMessage.sharedMark), let id = reader.number(),
      let number = reader.number(),
      let shown = reader.number(), let width = reader.number(), let records = reader.number(),
      let flags = reader.number(), let neededWorkers = reader.number()
    else { return nil }
    self.id = id
    execution = ExecutionRequest(
      .numbered(number), width: width, ExecutionRequest.Records(rawValue: records))
    execution.showsOutput = flags & PlainMessage.showsOutput != 0
    execution.mayBeCut = flags & PlainMessage.mayBeCut != 0
    execution.neededWorkers = neededWorkers
    execution.context = RequestContext(
      reading: UnsafeRawBufferPointer(rebasing: reader.rest), schedule: shown)
  }
}

/// What findings say about schedules, as JSON: the same for all that one strategy leads, but for the number.
struct ContextTexts {
  private var known: [(context: FindingOrigin, text: String)] = []
  /// As many as strategies take turns, with room for a few more.
  private static let mostKnown = 16

  /// Without the number of the schedule; nil for one that has no JSON form.
  mutating func text(of context: FindingOrigin) -> String? {
    var common = context
    common.schedule = 0
    if let found = known.first(where: { $0.context == common }) { return found.text }
    guard let text = try? JSONLine.encode(common) else { return nil }
    if known.count == ContextTexts.mostKnown { known.removeFirst() }
    known.append((common, text))
    return text
  }
}

extension Answer {
  /// Nil for an answer that has more to it than the form can say.
  var plainText: String? {
    guard let id, let text = outcome?.plainText, breakdown == nil else { return nil }
    return "#\(id),\(text)"
  }

  /// Of any form; nil for a line of none.
  init?(line: String) {
    switch line.utf8.first {
    case PlainMessage.mark:
      let parts = line.dropFirst().split(separator: ",", maxSplits: 1)
      guard parts.count == 2, let id = Int(parts[0]),
        let outcome = RemoteExecution(plain: parts[1])
      else { return nil }
      self.init(id: id, outcome: outcome)
    case PlainMessage.end:
      guard let status = Int32(line.dropFirst()) else { return nil }
      self.init(ended: status)
    default:
      guard let answer = try? JSONLine.decode(Answer.self, from: line) else { return nil }
      self = answer
    }
  }
}

/// Goes through the numbers of a message.
private struct PlainReader {
  private(set) var rest: Slice<UnsafeRawBufferPointer>

  init(_ rest: Slice<UnsafeRawBufferPointer>) { self.rest = rest }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// The number in front, with the comma behind it.
  mutating func number() -> Int? {
    var number = 0
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: ",") { return number }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), number < Int.max / 16 else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return nil
  }
}
#endif
