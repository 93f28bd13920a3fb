// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// The section `explore`: the options that have a key.
extension ScenarioReader {
  func readExplore(_ value: Syntax) -> AskedOptions {
    let options = ExplorationOption.allCases.compactMap { option in
      option.row.key.map { (option: option, key: $0) }
    }
    let fields = readFields(value, of: "\"explore\"", known: options.map(\.key))
    var asked = AskedOptions()
    for (option, key) in options {
      guard let value = fields[key] else { continue }
      // A file always means the same schedules.
      if let text = value.text, asked.read(text, for: option), !asked.drawsSeed { continue }
      refuse(value, for: option, key)
    }
    return asked
  }

  private func refuse(_ value: Syntax, for option: ExplorationOption, _ key: String) {
    let guess = value.text.flatMap { closest(to: $0, among: option.row.spellings) }
    let help = guess.map { "did you mean \"\($0)\"?" } ?? "it takes \(option.row.wantedInFile)"
    diagnostics.error(value.position, "\"\(key)\" cannot be \(value.kindName); \(help)")
  }
}
