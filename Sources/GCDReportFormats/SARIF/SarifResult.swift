// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// One finding as a result of SARIF.
struct SarifResult {
  private let item: ReportedFindings.Item
  private let rule: Int
  private var finding: Finding { item.finding }

  init(_ item: ReportedFindings.Item, rule: Int) {
    self.item = item
    self.rule = rule
  }

  /// With stacks, steps and related places.
  var full: JSONValue {
    var result = brief
    result.add("relatedLocations", related.isEmpty ? nil : .array(related))
    result.add("stacks", stacks.isEmpty ? nil : .array(stacks))
    result.add("codeFlows", codeFlow.map { [$0] })
    return result
  }

  /// What a list of alerts needs.
  var brief: JSONValue {
    var result: JSONValue = [
      "ruleId": .string(finding.code), "ruleIndex": .number(rule),
      "level": .string(finding.severity.rawValue), "message": ["text": sarifText(message)],
      "locations": [location(finding.location)],
      "partialFingerprints": [
        "gcdcheckSignature/v1": .string(fingerprint), "primaryLocationLineHash": .string(fingerprint + ":1"),
      ],
    ]
    result.add("properties", properties)
    return result
  }

  /// The first sentence is the alert's title.
  private var message: String {
    var text = finding.message.capitalizedFirst + "."
    for hint in Hint.recognized(in: finding) { text += "\n\nHelp: \(hint.text)" }
    text += "\n\n\(finding.context.origin.capitalizedFirst)."
    if let command = finding.context.replayCommand { text += "\n\nReplay: \(command)" }
    return text
  }

  private var properties: JSONValue {
    var properties: JSONValue = ["tests": .array(item.tests.prefix(20).map { sarifText($0) })]
    if item.tests.count > 20 { properties.add("testCount", .number(item.tests.count)) }
    properties.add("slug", .string(finding.kind.code.slug))
    properties.add("seed", .string(String(finding.seed)))
    if !finding.schedule.isEmpty { properties.add("token", .string(finding.schedule)) }
    properties.add("verdict", .string(finding.context.verdict.rawValue))
    return properties
  }

  /// Equal for the same defect in later versions of the code: made of names, not of lines.
  private var fingerprint: String { hexadecimal(fnv1a(item.signature)) }

  /// Where a result must have a place and none is known, that is the start of the test's own file, or of
  /// the folder's package description.
  private func location(_ place: CodeLocation?, message: String? = nil) -> JSONValue {
    let file: String
    if let place {
      file = place.relativePath(to: finding.context.directory)
    } else if case .scenario(let path) = finding.context.target {
      file = path
    } else {
      file = "Package.swift"
    }
    var artifact: JSONValue = [
      "uri": .string(file.hasPrefix("/") ? "file://" + sarifURI(file) : sarifURI(file))
    ]
    if !file.hasPrefix("/") { artifact.add("uriBaseId", "SRCROOT") }
    let line = max(place?.line ?? 1, 1)
    let column = max(place?.column ?? 1, 1)
    var region: JSONValue = [
      "startLine": .number(line), "startColumn": .number(column), "endLine": .number(line),
      "endColumn": .number(column + 1),
    ]
    if let excerpt = finding.excerpt, excerpt.line == place?.line, place == finding.location {
      region.add("snippet", ["text": sarifText(excerpt.text)])
    }
    var location: JSONValue = ["physicalLocation": ["artifactLocation": artifact, "region": region]]
    location.add("message", message.map { ["text": sarifText($0)] })
    return location
  }

  /// Where the objects were made, where locks were taken, where blocks were submitted.
  private var related: [JSONValue] {
    var places: [(place: CodeLocation, message: String)] = []
    func add(_ place: CodeLocation?, _ message: String) {
      guard let place, !places.contains(where: { $0.place == place && $0.message == message }) else { return }
      places.append((place, message))
    }
    for edge in finding.kind.waits {
      if edge.location != finding.location {
        add(
          edge.location, "\(named(edge.waiter)) waits here, in \(edge.operation.call(on: edge.resource.type))"
        )
      }
      add(edge.heldSince, "\(edge.resource.phrase) was taken here")
    }
    if case .groupNeverEmpty(let evidence) = finding.kind,
      case .notify(_, let place?, _) = evidence.waiting, place != finding.location
    {
      add(place, "the block of this notify never runs")
    }
    for place in finding.omission?.others ?? [] { add(place, "and this call, or this in its place") }
    for participant in finding.participants {
      add(
        participant.submission?.location, "the block that \(named(participant.name)) runs was submitted here")
    }
    if case .dataRace(let race) = finding.kind {
      for access in race.accesses where access.location != finding.location {
        add(access.location, "\(named(access.participant)) \(access.action.singular) it here")
      }
    }
    for object in finding.kind.objects { add(object.created, "\(object.phrase) is made here") }
    return zip(0..., places.prefix(50)).map { index, entry in
      var location = location(entry.place, message: entry.message)
      location.add("id", .number(index + 1))
      return location
    }
  }

  private var stacks: [JSONValue] {
    (finding.participants + finding.alsoStuck).filter { !$0.stack.isEmpty }.prefix(20).map { participant in
      let frames = participant.stack.filter(\.isUserCode)
      return [
        "message": ["text": sarifText("\(participant.name), \(participant.activityPhrase)")],
        "frames": .array(
          (frames.isEmpty ? participant.stack : frames).prefix(30).map { frame in
            var location = location(frame.location ?? finding.location)
            if frame.location == nil { location = [:] }
            location.add(
              "logicalLocations", frame.function.isEmpty ? nil : [["name": sarifText(frame.function)]])
            return ["location": location]
          }),
      ]
    }
  }

  /// One flow per thread or queue, the steps in the order in which they were made.
  private var codeFlow: JSONValue? {
    let lines = finding.steps.lines.prefix(1_000)
    var participants: [String] = []
    for line in lines where line.location != nil && !participants.contains(line.participant) {
      participants.append(line.participant)
    }
    if participants.isEmpty { return nil }
    let flows = participants.prefix(50).map { participant -> JSONValue in
      let own = lines.filter { $0.participant == participant && $0.location != nil }
      return [
        "id": sarifText(participant), "message": ["text": sarifText(participant)],
        "locations": .array(
          own.map { line in
            [
              "executionOrder": .number(line.index + 1),
              "location": location(line.location, message: "\(participant): \(line.action)"),
            ]
          }),
      ]
    }
    return [
      "message": ["text": .string("The steps that matter, of \(counted(finding.steps.total, "step"))")],
      "threadFlows": .array(Array(flows)),
    ]
  }
}

/// A text that people read: nothing in it is unseen but line ends and tabs.
func sarifText(_ text: String) -> JSONValue { .string(text.withVisibleCharacters) }

/// A path as a part of a URI (RFC 3986): what is no unreserved character becomes percent signs.
func sarifURI(_ path: String) -> String {
  var text = ""
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "@"):
      text.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      text += "%" + (digits.count == 1 ? "0" + digits : digits)
    }
  }
  return text
}

/// A short hash of a text (FNV-1a, 64 bits); equal on every machine.
func fnv1a(_ text: String) -> UInt64 {
  text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

/// Sixteen digits.
func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
