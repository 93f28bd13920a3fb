// Licensed under the Apache License, Version 2.0; see LICENSE.

/// When to colour: `--color`, then NO_COLOR, then CLICOLOR_FORCE and FORCE_COLOR, then a terminal that can.
///
/// Pipes are never coloured of our own accord: escape codes would land in the logs of CI.
enum ColorChoice: String, CaseIterable, OptionValue {
  case auto, always, never

  static let wanted = "auto, always or never"

  init?(spelling: String) { self.init(rawValue: spelling) }

  func isColored(terminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment["NO_COLOR"], !value.isEmpty { return false }
    for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
      if let value = environment[name], !value.isEmpty, value != "0" { return true }
    }
    return terminal && environment["TERM"] != "dumb"
  }
}
