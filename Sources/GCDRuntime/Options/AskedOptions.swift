// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What one place asks of an exploration: an environment, a command line, the section `explore:` of a
/// scenario. Options that it says nothing about are nil.
///
/// The options are found by the names of the properties of `ExplorationOptions`.
@dynamicMemberLookup
public struct AskedOptions: Sendable, Equatable {
  private var values = ExplorationOptions()
  private var asked: Set<ExplorationOption> = []
  /// A seed is drawn; `seed` is nil then.
  public private(set) var drawsSeed = false
  /// The shard is that of the job engine; `shard` is nil then.
  public private(set) var findsShard = false

  /// Asks for nothing.
  public init() {}

  /// The value that is asked for; nil = none is.
  public subscript<Value>(dynamicMember path: WritableKeyPath<ExplorationOptions, Value>) -> Value? {
    get { asked.contains(AskedOptions.option(of: path)) ? values[keyPath: path] : nil }
    set {
      if let newValue { values[keyPath: path] = newValue }
      note(AskedOptions.option(of: path), isAsked: newValue != nil)
    }
  }

  /// The value that is asked for, of an option that may have none; nil = none is.
  public subscript<Value>(dynamicMember path: WritableKeyPath<ExplorationOptions, Value?>) -> Value? {
    get { asked.contains(AskedOptions.option(of: path)) ? values[keyPath: path] : nil }
    set {
      values[keyPath: path] = newValue
      note(AskedOptions.option(of: path), isAsked: newValue != nil)
    }
  }

  /// Takes over what a user has written; the word random as a seed sets `drawsSeed`, and the word auto as a
  /// shard sets `findsShard`.
  ///
  /// - Returns: false where it is no value of the option, which stays as it was.
  public mutating func read(_ text: String, for option: ExplorationOption) -> Bool {
    if option == .seed, text == "random" {
      note(.seed, isAsked: false)
      drawsSeed = true
      return true
    }
    if option == .shard, text == EngineShard.word {
      note(.shard, isAsked: false)
      findsShard = true
      return true
    }
    guard option.row.read(text, &values) else { return false }
    note(option, isAsked: true)
    return true
  }

  /// Asks no longer for an option.
  public mutating func forget(_ option: ExplorationOption) { note(option, isAsked: false) }

  /// Whether nothing but `options` is asked for.
  public func asksAtMost(for options: ExplorationOption...) -> Bool {
    asked.subtracting(options).isEmpty && !drawsSeed && (!findsShard || options.contains(.shard))
  }

  /// The options with everything that is asked for here on top of them; a seed that is to be drawn is left to
  /// the caller.
  public func applied(to options: ExplorationOptions) -> ExplorationOptions {
    var result = options
    for option in ExplorationOption.allCases where asked.contains(option) {
      option.row.copy(values, &result)
    }
    return result
  }

  /// What is asked for here, with what `other` asks for on top of it.
  public func overridden(by other: AskedOptions) -> AskedOptions {
    var result = self
    for option in ExplorationOption.allCases where other.asked.contains(option) {
      option.row.copy(other.values, &result.values)
      result.note(option, isAsked: true)
    }
    if other.drawsSeed { _ = result.read("random", for: .seed) }
    if other.findsShard { _ = result.read(EngineShard.word, for: .shard) }
    return result
  }

  private mutating func note(_ option: ExplorationOption, isAsked: Bool) {
    if isAsked { asked.insert(option) } else { asked.remove(option) }
    if option == .seed { drawsSeed = false }
    if option == .shard { findsShard = false }
  }

  private static func option(of path: PartialKeyPath<ExplorationOptions>) -> ExplorationOption {
    guard let option = ExplorationOption.allCases.first(where: { $0.row.path == path }) else {
      preconditionFailure("no row of the table of options has this property")
    }
    return option
  }
}
