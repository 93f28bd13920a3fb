// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One row of the table of options, see `ExplorationOption`.
package struct OptionRow: Sendable {
  /// The environment variable.
  package let variable: String
  /// The command line's argument without its dashes; nil = there is none.
  package let argument: Argument?
  /// The key of `explore:` in a scenario; nil = scenarios do not say it.
  package let key: String?
  /// The value where no code asks for one, as tables of options name it.
  package let standard: String

  /// What would be right, to end the sentence "write …".
  package let wanted: String
  /// The same for a scenario.
  package let wantedInFile: String
  /// The value in the JSON Schema of scenarios.
  package let schema: String?
  /// What a shell offers, and what a mistyped word may have meant.
  package let spellings: [String]

  let path: PartialKeyPath<ExplorationOptions> & Sendable
  /// Reads a text into the options; false = it is no value.
  let read: @Sendable (String, inout ExplorationOptions) -> Bool
  /// Lays the value of the first options over the second ones.
  let copy: @Sendable (ExplorationOptions, inout ExplorationOptions) -> Void

  /// How the command line asks for an option.
  package struct Argument: Sendable {
    /// `max-steps`; with `isSwitch`, `no-max-steps` as well.
    package let name: String
    package let help: String
    package var isSwitch = false
    /// Declared by the commands that have it, each in its own words.
    package var isOfSomeCommands = false
  }

  /// An option that has a value in any case.
  init<Value>(
    _ path: WritableKeyPath<ExplorationOptions, Value> & Sendable, _ form: OptionForm<Value>,
    variable: String, argument: Argument? = nil, key: String? = nil, standard: String
  ) {
    self.init(
      path, form, variable, argument, key, standard, set: { $1[keyPath: path] = $0 },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  /// An option that may have no value.
  init<Value>(
    optional path: WritableKeyPath<ExplorationOptions, Value?> & Sendable, _ form: OptionForm<Value>,
    variable: String, argument: Argument? = nil, key: String? = nil, standard: String
  ) {
    self.init(
      path, form, variable, argument, key, standard, set: { $1[keyPath: path] = $0 },
      copy: { $1[keyPath: path] = $0[keyPath: path] })
  }

  /// An option whose values add up.
  init<Value>(
    adding path: WritableKeyPath<ExplorationOptions, [Value]> & Sendable, _ form: OptionForm<[Value]>,
    variable: String, argument: Argument? = nil, key: String? = nil, standard: String
  ) {
    self.init(
      path, form, variable, argument, key, standard, set: { $1[keyPath: path] = $0 },
      copy: { $1[keyPath: path] += $0[keyPath: path] })
  }

  private init<Value>(
    _ path: PartialKeyPath<ExplorationOptions> & Sendable, _ form: OptionForm<Value>, _ variable: String,
    _ argument: Argument?, _ key: String?, _ standard: String,
    set: @escaping @Sendable (Value, inout ExplorationOptions) -> Void,
    copy: @escaping @Sendable (ExplorationOptions, inout ExplorationOptions) -> Void
  ) {
    self.variable = variable
    self.argument = argument
    self.key = key
    self.standard = standard
    (wanted, wantedInFile) = (form.wanted + form.orElse, form.wanted)
    (schema, spellings) = (form.schema, form.spellings)
    self.path = path
    self.copy = copy
    read = { text, options in
      guard let value = form.parse(text) else { return false }
      set(value, &options)
      return true
    }
  }
}
