// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDReportFormats
import GCDRuntime

/// Where the event stream goes: text for people as it happens, and every report that was asked for at the
/// end.
struct ReportSinks {
  /// Where the text for people goes, where no report for machines takes its place.
  enum TextPlace {
    case output
    /// Standard output belongs to something else.
    case errors, nowhere
  }

  /// People's lines: stdout, or stderr where a report for machines takes stdout.
  private let people: StandardStream
  let style: ReportStyle
  private var text: Renderer
  private let detail: Detail
  private let requests: [ReportRequest]
  private var events: [ReportEvent] = []
  /// The file to which a step of GitHub Actions adds its summary; nil elsewhere.
  private let stepSummary: String?
  private(set) var progress: ProgressMeter

  private let isMute: Bool

  /// The tool will see what is received.
  var isAsked: Bool { !isMute || !requests.isEmpty || stepSummary != nil }

  /// - Throws: `CommandError` for a report that could not be written later.
  init(_ output: OutputRequest, environment: [String: String], text place: TextPlace = .output) throws {
    var requests = output.reports
    let isTaken = requests.contains(where: \.takesStandardOutput)
    // The runner of GitHub reads annotations from stdout; they do not disturb the lines for people.
    if environment["GITHUB_ACTIONS"] == "true", place == .output, !isTaken,
      !requests.contains(where: { $0.format == .github })
    {
      requests.append(ReportRequest(.github))
    }
    self.requests = requests
    let isSummarized = environment["GITHUB_ACTIONS"] == "true" && place == .output
    let summaryFile = isSummarized ? environment["GITHUB_STEP_SUMMARY"] : nil
    stepSummary = summaryFile.flatMap { $0.isEmpty || requests.contains { $0.format == .summary } ? nil : $0 }
    for path in requests.compactMap(\.path) { try AtomicFile(path: path).prepare() }
    people = isTaken || place != .output ? .error : .output
    isMute = place == .nowhere
    let terminal = people.isTerminal || PluginParent.hasTerminal(environment)
    let colored = output.color.isColored(terminal: terminal, environment: environment)
    style = ReportStyle(
      isColored: colored, showsAllFrames: output.detail == .verbose, isBrief: output.detail == .quiet)
    text = Renderer(.text, style: style)
    detail = output.detail
    progress = ProgressMeter(choice: output.progress, stream: .error, environment: environment)
  }

  /// A line of the tool's own.
  mutating func say(_ line: String) {
    progress.clear()
    people.line(line)
  }

  mutating func receive(_ event: ReportEvent) {
    events.append(event)
    let lines = text.consume(event)
    guard !isMute, !lines.isEmpty, detail > .quiet || event.isNews else { return }
    progress.clear()
    people.put(lines)
  }

  mutating func update(_ counts: ProgressCounts, running name: String) {
    progress.update(counts, running: name)
  }

  /// Takes the live line away.
  mutating func clearProgress() { progress.clear() }

  /// Shows a line of another kind of work; `text` makes it from the seconds since the run began.
  mutating func update(_ text: (Double) -> String) { progress.update(text) }

  /// Writes what was asked for; also after an interruption, with what there is.
  ///
  /// - Throws: `CommandError` for the first report that cannot be written, after all others.
  mutating func finish() throws {
    progress.clear()
    var failure: (any Error)?
    for request in requests {
      // Text on stdout has been shown while it happened.
      if request.format == .text && request.path == nil { continue }
      let report = Renderer.render(events, as: request.format)
      guard let path = request.path else {
        StandardStream.output.put(report)
        continue
      }
      do {
        try AtomicFile(path: path).write(report)
      } catch {
        failure = failure ?? error
      }
    }
    do {
      if let stepSummary { try addSummary(to: stepSummary) }
    } catch {
      failure = failure ?? error
    }
    if let failure { throw failure }
  }

  /// Adds to what earlier commands of the step have written.
  private func addSummary(to path: String) throws {
    do throws(SharedFile.Problem) {
      if try SharedFile(path: path).add(summaryOf: events) { return }
      StandardStream.error.line(Notice.stepSummaryIsFull.text)
    } catch {
      throw CommandError.toolFailed("GITHUB_STEP_SUMMARY: \"\(path)\" cannot be written (\(error.reason))")
    }
  }
}

extension ReportEvent {
  /// Worth a line under `--quiet`: everything but a scenario that came out as it should.
  fileprivate var isNews: Bool {
    guard case .testEnded(let end) = self else { return true }
    return switch end.outcome {
    case .passed, .asExpected: false
    case .failed, .unexpected, .skipped, .hardlyTried: true
    }
  }
}

extension ReportSinks {
  /// Every step of a schedule that was replayed.
  mutating func show(_ exploration: Exploration, of test: String, seed: UInt64) {
    receive(.scheduleStarted(ScheduleStarted(test: test, schedule: 1, seed: seed)))
    for line in exploration.trace { receive(.step(TraceStep(schedule: 1, line))) }
    let times = exploration.trace.compactMap { line in
      if case .clock(let now) = line.outcome { now } else { nil }
    }
    receive(
      .scheduleEnded(
        ScheduleEnded(
          schedule: 1, steps: exploration.trace.count, virtualTime: times.last ?? 0,
          traceHash: exploration.traceHash)))
  }
}
