// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDRuntime
import GCDScenario
import GCDSchedule
import GCDVocabulary

/// The options that say which schedules are run: each row of `ExplorationOption` that has an argument.
///
/// The parser finds them as it finds properties, in the mirror; the values are decoded under the same names.
struct ExplorationArguments: ParsableArguments, CustomReflectable {
  /// What the command line says; the environment, the scenario or the engine decides the rest.
  var asked = AskedOptions()

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for (option, argument) in Self.arguments {
      let key = Key(stringValue: option.rawValue)
      if argument.isSwitch {
        let isOn = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue
        if let isOn { _ = asked.read(isOn ? "1" : "0", for: option) }
      } else if let value = try container.decode(Option<AskedOptions?>.self, forKey: key).wrappedValue {
        asked = asked.overridden(by: value)
      }
    }
  }

  var customMirror: Mirror {
    let options = Self.arguments.map { option, argument -> (label: String?, value: Any) in
      let name = NameSpecification.customLong(argument.name)
      let help = ArgumentHelp(stringLiteral: argument.help)
      if argument.isSwitch {
        return (option.rawValue, Flag<Bool?>(name: name, inversion: .prefixedNo, help: help))
      }
      let spellings = option.row.spellings
      let completion: CompletionKind? = spellings.isEmpty ? nil : .list(spellings)
      let value = Option<AskedOptions?>(
        name: name, help: help, completion: option == .corpus ? .directory : completion,
        transform: { try AskedOptions($0, for: option) })
      return (option.rawValue, value)
    }
    return Mirror(self, children: options, displayStyle: .struct)
  }

  private static var arguments: [(ExplorationOption, OptionRow.Argument)] {
    ExplorationOption.allCases.compactMap { option in
      option.row.argument.flatMap { $0.isOfSomeCommands ? nil : (option, $0) }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension AskedOptions {
  /// One option, as a user has written it.
  fileprivate init(_ text: String, for option: ExplorationOption) throws {
    self.init()
    if !read(text, for: option) { throw InvalidValue(wanted: option.row.wanted) }
  }
}

/// What flags and environment together ask for.
struct ExplorationRequest {
  /// A flag beats its variable.
  private var asked: AskedOptions
  private let environment: Environment
  /// The job engine's, where `--shard auto` asks for it.
  let engineShard: EngineShard?
  /// The seed of `--seed random` or `GCDCHECK_SEED=random`, one for the whole run; to be printed first.
  let drawnSeed: UInt64?

  /// Whether what fails is kept; nil = as the package's folder says.
  var save: Bool?

  /// - Parameter drawnSeed: Represents a random seed; nil = draw one.
  /// - Throws: `CommandError` for a variable that cannot be read.
  init(_ flags: ExplorationArguments, variables: [String: String], drawnSeed: UInt64? = nil) throws {
    let mirror = EnvironmentMirror(variables: variables)
    // Also where they have no effect: what cannot be read is a mistake.
    _ = try (mirror.isOn("GCDCHECK_TRACE"), mirror.value("GCDCHECK_JOBS", as: Count.self))
    environment = try Environment.readable(variables)
    var asked = environment.asked.overridden(by: flags.asked)
    save = asked.save
    engineShard = asked.findsShard ? try EngineShard.readable(variables) : nil
    if let engineShard { asked.shard = engineShard.shard }
    if asked.corpus != nil, asked.shard != nil {
      throw CommandError.usage(
        "--corpus and --shard do not go together; let each machine take another --seed, and put the folders "
          + "together by gcdcheck corpus merge")
    }
    if asked.drawsSeed, asked.shard != nil {
      throw CommandError.usage("all shards need the same seed: name a number instead of random")
    }
    // Short enough to be typed; every number of 64 bits is accepted.
    self.drawnSeed = asked.drawsSeed ? drawnSeed ?? UInt64(UInt32.random(in: 1 ... .max)) : nil
    if let seed = self.drawnSeed { asked.seed = seed }
    // For tests: a scenario and a program have a place of their own.
    asked.bodyHost = nil
    self.asked = asked
  }

  /// One sentence for each `GCDCHECK_…` that nothing reads, or that this command has no use for.
  ///
  /// - Parameter useless: Variables of other commands, each with what to do instead.
  func remarks(useless: [(name: String, instead: String)], _ variables: [String: String]) -> [String] {
    (engineShard.map { [$0.notice.text] } ?? [])
      + environment.unknown.map { Notice.unknownVariable(name: $0).text }
      + useless.filter { !(variables[$0.name] ?? "").isEmpty }
      .map { Notice.uselessVariable(name: $0.name, instead: $0.instead).text }
  }

  /// The part of the schedules that is run; nil = all.
  var shard: Shard? { asked.shard }

  /// The folder of the corpus; nil = none.
  var corpus: String? { asked.corpus }
  /// What each scenario takes from it, by its path.
  var plans: [String: CorpusPlan] = [:]

  /// Real time for everything together.
  var timeLimit: Duration? { asked.timeLimit }

  /// Ends everything after at most this much real time.
  mutating func limit(to time: Duration) { asked.timeLimit = min(asked.timeLimit ?? time, time) }

  /// Whether warnings are errors.
  var isStrict: Bool { asked.strict ?? false }

  /// What one exploration is run with that no file says anything about.
  ///
  /// A whole program does more than a test before it is suspected to go round in circles.
  var exploration: ExplorationOptions {
    var asked = asked
    asked.save = nil
    return asked.applied(to: ExplorationOptions(maxSteps: 10_000_000))
  }

  /// What every scenario is run with; nil where its file decides.
  var options: ScenarioOptions {
    var options = ScenarioOptions(asked)
    options.timeLimit = nil
    options.save = save
    options.keepsCheckpoint = true
    options.plans = plans
    return options
  }
}

extension Environment {
  /// - Throws: `CommandError` for a variable that cannot be read.
  static func readable(_ variables: [String: String]) throws -> Environment {
    do {
      return try Environment(variables)
    } catch {
      throw CommandError.usage(error.text.replacing("gcdcheck: ", with: "", maxReplacements: 1))
    }
  }
}

extension EngineShard {
  /// - Throws: `CommandError` where there is none.
  static func readable(_ variables: [String: String]) throws -> EngineShard {
    do {
      return try EngineShard(variables)
    } catch {
      throw CommandError.usage(error.notice.text.replacing("gcdcheck: ", with: "", maxReplacements: 1))
    }
  }
}
