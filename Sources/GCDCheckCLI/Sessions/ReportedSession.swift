// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport
import GCDRuntime
import GCDVocabulary

/// What a command that executes schedules says from its beginning to its end, how it counts its subjects
/// (scenarios, tests, a program), and the exit status that follows: the same for all commands.
///
/// A class, since an exploration calls back while its session waits for it; used on one thread.
final class ReportedSession {
  var reports: ReportSinks
  private(set) var total = RunTotal()
  /// A subject was lost with its process, or could not be run under control.
  private(set) var hasLostWork = false
  /// Of a subject no schedule came to its end in the time that was its own.
  private var hasUnfinished = false
  /// Of the subjects that are over.
  private var counts = ProgressCounts()
  /// Of those that are being explored.
  private var inHand = ProgressCounts()
  /// Subjects of which it was said that they take longer than they may.
  private var lateness: Set<String> = []
  private var isStrict = false
  private let timeLimit: Duration?
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - count: of subjects.
  ///   - timeLimit: real time for all of them together.
  init(_ reports: ReportSinks, of count: Int = 1, noun: String? = nil, timeLimit: Duration? = nil) {
    self.reports = reports
    self.timeLimit = timeLimit
    counts.scenariosInAll = count
    if let noun { counts.noun = noun }
  }

  // MARK: The beginning

  /// Says what was asked for without success, and which seed was drawn.
  ///
  /// - Parameter useless: Variables of other commands, each with what to do instead.
  func announce(_ request: ExplorationRequest, useless: [(name: String, instead: String)]) {
    for remark in request.remarks(useless: useless, environment) { reports.say(remark) }
    if let seed = request.drawnSeed { reports.say("seed \(seed) (again with --seed \(seed))") }
  }

  func begin(_ started: RunStarted) {
    isStrict = started.strict == true
    reports.receive(.runStarted(started))
    total.setShard(started.shard)
  }

  // MARK: One subject

  func begin(_ test: TestStarted) { reports.receive(.testStarted(test)) }

  func begin(_ name: String, _ options: ExplorationOptions) {
    begin(
      TestStarted(
        test: name, schedules: options.replay == nil ? options.schedules : 1, seed: options.effectiveSeed,
        strategy: options.replay == nil ? options.strategy.description : "replay"))
  }

  /// Says what was found, in an exploration that reports each finding at once.
  func found(_ finding: Finding, in name: String) {
    inHand.findings += 1
    reports.receive(.finding(FindingFound(test: name, finding)))
  }

  /// Shows how far the exploration of a subject is; false when the user wants to stop.
  func advance(to made: ExplorationProgress, of name: String) -> Bool {
    inHand.schedules = made.schedules
    inHand.distinct = made.distinct
    update(inHand, running: name)
    if made.isLate, lateness.insert(name).inserted {
      reports.clearProgress()
      StandardStream.error.line(
        "gcdcheck: \(name): the time is over; what the last schedule showed is still being looked into")
    }
    return !Interruption.isRequested
  }

  /// Shows how far the subjects are that are being explored.
  func update(_ inHand: ProgressCounts, running name: String) {
    var shown = counts
    shown.schedules += inHand.schedules
    shown.distinct += inHand.distinct
    shown.findings += inHand.findings
    reports.update(shown, running: name)
  }

  /// - Parameter areReported: Its findings have been reported as they were made.
  func end(_ report: SubjectReport, areReported: Bool = false) {
    let found = report.findings.map {
      FindingFound(test: report.ended.test, $0, isExpected: report.isExpected)
    }
    end(report.ended, found, directedRuns: report.directedRuns, areReported: areReported)
    total.add(report.notes)
  }

  func end(_ ended: TestEnded, _ found: [FindingFound], directedRuns: Int, areReported: Bool = false) {
    if !areReported { for finding in found { reports.receive(.finding(finding)) } }
    reports.receive(.testEnded(ended))
    inHand = ProgressCounts()
    counts.scenarios += 1
    counts.schedules += ended.schedules
    counts.distinct += ended.distinct
    counts.findings += found.count
    // The end of the time for all says nothing of the subject that it met.
    if ended.outcome == .hardlyTried, ended.isUnfinished, !isOutOfTime || counts.scenariosInAll == 1 {
      hasUnfinished = true
    }
    total.add(
      ended, found.filter { !$0.isExpected }.map(\.finding), isExpected: false, directedRuns: directedRuns)
  }

  /// A subject is not begun any more.
  func skip(_ name: String) {
    leaveOut(name, total.stopped == .time ? "the time was over" : "interrupted", stopped: total.stopped)
  }

  /// A subject could not be explored, or its process was lost; the others continue.
  ///
  /// - Parameters:
  ///   - words: for standard error.
  ///   - label: what it is, ahead of the words.
  func lose(_ name: String, _ reason: String, _ words: String, as label: String = "error") {
    hasLostWork = true
    StandardStream.error.line("gcdcheck: \(label): \(words); all others continued".asLogLine)
    leaveOut(name, reason, stopped: total.stopped)
  }

  private func leaveOut(_ name: String, _ reason: String, stopped: StopReason) {
    leaveOut(
      TestEnded(
        test: name, .skipped(reason: reason), schedules: 0, of: 0, distinct: 0, stopped: stopped))
  }

  func leaveOut(_ test: TestEnded) {
    inHand = ProgressCounts()
    reports.receive(.testEnded(test))
    total.add(leftOut: test)
  }

  // MARK: Limits

  /// What is left of the time for all; nil = as long as it takes.
  var timeLeft: Duration? { timeLimit.map { max(.nanoseconds(1), $0 - (.now - start)) } }
  var isOutOfTime: Bool { timeLimit.map { .now - start >= $0 } ?? false }
  /// No further subject is begun.
  var isCut: Bool { total.stopped != .completed }

  /// Notes whether time or the user has ended the session.
  func noteCut() {
    if isOutOfTime { total.stopped = .time }
    if Interruption.isRequested { total.stopped = .interrupted }
  }

  // MARK: The end

  func add(_ notes: [SummaryNote]) { total.add(notes) }

  /// Says that the session is over.
  ///
  /// - Parameters:
  ///   - stopped: why, where that is not the limits of the session; nil = as noted.
  ///   - adjust: adds to what is said.
  func conclude(_ stopped: StopReason? = nil, _ adjust: (inout RunEnded) -> Void = { _ in }) {
    if let stopped { total.stopped = stopped }
    var ended = total.ended
    adjust(&ended)
    reports.receive(.runEnded(ended))
  }

  /// Writes the reports, also where `keep` fails, which leaves what a later run needs.
  ///
  /// - Parameter keep: whether something is left for a run that is to continue.
  /// - Throws: `CommandError` when a report cannot be written.
  func finish(_ keep: () throws -> Bool = { false }) throws -> ExitStatus {
    let kept = Result { try keep() }
    try reports.finish()
    return total.status(
      isStrict: isStrict, signal: Interruption.signal, isKept: try kept.get(), hasLostWork: hasLostWork,
      hasUnfinished: hasUnfinished)
  }
}

extension RunStarted {
  /// Of this tool.
  init(announcesTests: Bool = false, _ request: ExplorationRequest? = nil) {
    self.init(
      tool: Tool.version, directory: FileManager.default.currentDirectoryPath,
      announcesTests: announcesTests)
    shard = request?.shard
    if request?.isStrict == true { strict = true }
  }
}
