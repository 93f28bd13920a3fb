// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// How the run shows that it is alive.
enum ProgressChoice: String, CaseIterable, OptionValue {
  case auto, lines, none

  static let wanted = "auto, lines or none"

  init?(spelling: String) { self.init(rawValue: spelling) }
}

/// What the run has done so far.
struct ProgressCounts {
  /// What the things are that are explored.
  var noun = "scenarios"
  var scenarios = 0
  var scenariosInAll = 0
  var schedules = 0
  /// Sum over the scenarios: two of them never share a schedule.
  var distinct = 0
  var findings = 0
}

/// The live line on stderr: rewritten on a terminal, at most ten times a second; elsewhere one line every 3
/// s.
struct ProgressMeter {
  private enum Style { case rewritten, lines, silent }

  private let stream: StandardStream
  private let style: Style
  private let start: Double
  private var last: Double
  private var isShown = false

  init(choice: ProgressChoice, stream: StandardStream, environment: [String: String]) {
    self.stream = stream
    switch choice {
    case .none: style = .silent
    case .lines: style = .lines
    case .auto: style = stream.isTerminal && environment["TERM"] != "dumb" ? .rewritten : .lines
    }
    start = Self.now()
    last = start
  }

  /// Real seconds since the run began.
  var elapsed: Double { Self.now() - start }

  /// Shows `counts` and what is being run, if it is time to.
  mutating func update(_ counts: ProgressCounts, running name: String) {
    update { Self.text(counts, name: name, seconds: $0) }
  }

  /// Shows a line, if it is time to; `text` makes it from the seconds since the run began.
  mutating func update(_ text: (Double) -> String) {
    let now = Self.now()
    switch style {
    case .silent: return
    case .rewritten:
      guard now - last >= 0.1 else { return }
      isShown = true
      stream.put("\r\u{1B}[K" + Self.fitted(text(now - start)))
    case .lines:
      guard now - last >= 3 else { return }
      stream.line("gcdcheck: " + text(now - start))
    }
    last = now
  }

  /// Takes the rewritten line away before other text is written.
  mutating func clear() {
    if isShown { stream.put("\r\u{1B}[K") }
    isShown = false
  }

  private static func text(_ counts: ProgressCounts, name: String, seconds: Double) -> String {
    let schedules = seconds > 0 ? Double(counts.schedules) / seconds : 0
    // Where schedules are slow, tenths tell a slow run from one that stalls.
    let rate = schedules < 10 ? "\((schedules * 10).rounded() / 10)" : "\(Int(schedules))"
    let scope =
      counts.scenariosInAll > 1 ? "\(counts.scenarios)/\(counts.scenariosInAll) \(counts.noun)  " : ""
    return "\(Int(seconds))s  \(scope)\(counts.schedules) schedules (\(rate)/s)  "
      + "\(counts.distinct) distinct  \(counts.findings) findings  \(name.onOneLine)"
  }

  /// Cut to the terminal's width: a wrapped line could not be rewritten.
  private static func fitted(_ text: String) -> String {
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = known ? Int(size.ws_col) : 80
    return text.count < columns ? text : String(text.prefix(columns - 1))
  }

  private static func now() -> Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }
}
