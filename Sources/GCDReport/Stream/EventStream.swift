// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Writes and reads events as JSON Lines: `{"version":1,"kind":"finding","payload":{…}}`, one object per
/// line.
///
/// Readers ignore kinds that they do not know, and members that they do not know; the order of keys means
/// nothing.
public enum EventStream {
  private enum Kind: String {
    case runStarted = "runStarted"
    case testStarted = "testStarted"
    case scheduleStarted = "scheduleStarted"
    case step = "step"
    case finding = "finding"
    case scheduleEnded = "scheduleEnded"
    case testEnded = "testEnded"
    case runEnded = "runEnded"
  }

  /// Why a line of a stream cannot be used.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// The line is no JSON object with version, kind and payload.
    case malformed(line: Int, reason: String)
    /// The stream was written by a later gcdcheck.
    case newer(line: Int, version: Int)

    /// One line with the line number and the reason.
    public var description: String {
      switch self {
      case .malformed(let line, let reason): "line \(line): not an event: \(reason)"
      case .newer(let line, let version):
        "line \(line): event stream version \(version); this gcdcheck reads up to \(ReportEvent.version)"
      }
    }
  }

  /// One event as one line, without its end.
  public static func encode(_ event: ReportEvent) -> String {
    let (kind, payload): (Kind, any Encodable) =
      switch event {
      case .runStarted(let payload): (.runStarted, payload)
      case .testStarted(let payload): (.testStarted, payload)
      case .scheduleStarted(let payload): (.scheduleStarted, payload)
      case .step(let payload): (.step, payload)
      case .finding(let payload): (.finding, payload)
      case .scheduleEnded(let payload): (.scheduleEnded, payload)
      case .testEnded(let payload): (.testEnded, payload)
      case .runEnded(let payload): (.runEnded, payload)
      }
    do {
      return JSONValue.object([
        .init(key: "version", value: .number(ReportEvent.version)),
        .init(key: "kind", value: .string(kind.rawValue)),
        .init(key: "payload", value: try jsonValue(of: payload)),
      ]).text
    } catch {
      preconditionFailure("gcdcheck: internal error (please report): event without JSON form: \(error)")
    }
  }

  /// The event on one line; nil for an empty line and for a kind that this version does not know.
  ///
  /// - Parameter number: The line's number, for errors.
  /// - Throws: `Failure`.
  public static func decode(line: some StringProtocol, number: Int = 1) throws -> ReportEvent? {
    if line.allSatisfy(\.isWhitespace) { return nil }
    do {
      let record = try JSONParser.parse(line)
      guard case .number(let version) = record["version"], case .string(let name) = record["kind"] else {
        throw Failure.malformed(line: number, reason: "version or kind is missing")
      }
      if version > ReportEvent.version { throw Failure.newer(line: number, version: version) }
      guard let kind = Kind(rawValue: name) else { return nil }
      guard let payload = record["payload"] else {
        throw Failure.malformed(line: number, reason: "payload is missing")
      }
      return try event(kind, payload)
    } catch let failure as Failure {
      throw failure
    } catch let error as JSONSyntaxError {
      throw Failure.malformed(line: number, reason: error.description)
    } catch {
      throw Failure.malformed(line: number, reason: EventStream.reason(error))
    }
  }

  /// All events of a stream, in order.
  ///
  /// - Throws: `Failure` for the first line that cannot be used.
  public static func decode(_ text: String) throws -> [ReportEvent] {
    var events: [ReportEvent] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let event = try decode(line: line, number: index + 1) { events.append(event) }
    }
    return events
  }

  private static func event(_ kind: Kind, _ payload: JSONValue) throws -> ReportEvent {
    func read<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws -> Payload {
      try GCDReport.decode(type, from: payload, countsAreSmall: true)
    }
    return switch kind {
    case .runStarted: .runStarted(try read())
    case .testStarted: .testStarted(try read())
    case .scheduleStarted: .scheduleStarted(try read())
    case .step: .step(try read())
    case .finding: .finding(try read())
    case .scheduleEnded: .scheduleEnded(try read())
    case .testEnded: .testEnded(try read())
    case .runEnded: .runEnded(try read())
    }
  }

  private static func reason(_ error: any Error) -> String {
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      default: nil
      }
    guard let context else { return String(describing: error) }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
