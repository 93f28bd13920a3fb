// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import GCDVocabulary

/// How the value of an option is written, in a variable, behind an argument and in a scenario alike.
struct OptionForm<Value: Sendable>: Sendable {
  /// What would be right, to end the sentence "write …".
  let wanted: String
  /// What would be right as well, but not in a scenario.
  var orElse = ""
  /// The value in the JSON Schema of scenarios; nil where no option of a scenario has such a value.
  var schema: String?
  /// What a shell offers, and what a mistyped word may have meant.
  var spellings: [String] = []
  let parse: @Sendable (String) -> Value?
}

extension OptionForm<Int> {
  static var count: OptionForm {
    OptionForm(
      wanted: "a whole number from 1, such as 1000", schema: #"{"type": "integer", "minimum": 1}"#,
      parse: parseCount)
  }
}

extension OptionForm<UInt64> {
  /// The word random is no seed but a wish for one, see `AskedOptions.drawsSeed`.
  static var seed: OptionForm {
    OptionForm(
      wanted: "a decimal number from 0 to \(UInt64.max)", orElse: ", or \"random\"",
      schema: #"{"type": "integer", "minimum": 0}"#, spellings: ["random"],
      parse: { $0.hasPrefix("+") ? nil : UInt64($0) })
  }
}

extension OptionForm<Strategy> {
  static var strategy: OptionForm {
    let pattern = StrategyName.allCases.map(\.pattern).joined(separator: "|")
    return OptionForm(
      wanted: StrategyName.wanted, schema: #"{"type": "string", "pattern": "^(\#(pattern))$"}"#,
      spellings: StrategyName.spellings, parse: { Strategy($0) })
  }
}

extension OptionForm<PoolWidth> {
  static var pool: OptionForm {
    OptionForm(
      wanted: "unbounded, darwin, linux or linux:PROCESSORS, such as linux:4",
      schema: #"{"type": "string", "pattern": "^(unbounded|darwin|linux(:[0-9]+)?)$"}"#,
      spellings: ["unbounded", "darwin", "linux", "linux:4"], parse: { PoolWidth($0) })
  }
}

extension OptionForm<Duration> {
  static var time: OptionForm {
    OptionForm(wanted: "a time with its unit, such as 1ms or 60s, or 0", parse: { parseDuration($0) })
  }

  /// A limit is above 0.
  static var limit: OptionForm {
    OptionForm(
      wanted: "a time above 0 with its unit, such as 60s, 500ms or 5m",
      parse: { parseDuration($0).flatMap { $0 > .zero ? $0 : nil } })
  }
}

extension OptionForm<Bool> {
  static var onOrOff: OptionForm { OptionForm(wanted: "1 or 0", parse: { parseSwitch($0) }) }
}

extension OptionForm<Shard> {
  /// The word auto is no shard but a wish for that of the job engine, see `AskedOptions.findsShard`.
  static var shard: OptionForm {
    OptionForm(
      wanted: "a part and the number of parts, such as 2/5", orElse: ", or \"\(EngineShard.word)\"",
      spellings: [EngineShard.word], parse: { Shard($0) })
  }
}

extension OptionForm<String> {
  static var folder: OptionForm {
    OptionForm(wanted: "the path of a folder, such as .gcdcheck/corpus", parse: { $0.isEmpty ? nil : $0 })
  }
}

extension OptionForm<[Allowance]> {
  static var allowances: OptionForm {
    OptionForm(
      wanted: "codes, each with an object where wanted, such as GCD205:com.acme.log,GCD303",
      parse: { text in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let result = parts.compactMap { Allowance(String($0)) }
        return result.count == parts.count ? result : nil
      })
  }
}

extension OptionForm where Value: RawRepresentable, Value: CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static var word: OptionForm {
    let words = Value.allCases.map(\.rawValue)
    return OptionForm(
      wanted: words.dropLast().joined(separator: ", ") + " or \(words[words.count - 1])", spellings: words,
      parse: { Value(rawValue: $0) })
  }
}

/// A whole number from 1, in decimal; underscores may be between the digits.
///
/// - Returns: nil for every other text.
package func parseCount(_ text: String) -> Int? {
  guard let value = Int(text.replacing("_", with: "")), value >= 1, !text.hasPrefix("+") else { return nil }
  return value
}

/// Yes or no, as variables say it.
///
/// - Returns: nil for every other text.
package func parseSwitch(_ text: String) -> Bool? {
  switch text.lowercased() {
  case "1", "true", "yes", "on": true
  case "0", "false", "no", "off": false
  default: nil
  }
}
