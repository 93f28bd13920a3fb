// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

import Glibc

/// What the controlled tests of this process add to the reports for machines: the events of the run, where
/// `GCDCHECK_REPORT` names a file for them, and what GitHub shows, where the process runs in a step of it.
struct ProcessReports {
  private static let shared = LockedState(ProcessReports())

  /// The file of events; other formats are made of it when all processes of the run are over.
  private let file: SharedFile?
  private let isGitHub: Bool
  /// The file to which a step of GitHub Actions adds its summary.
  private let stepSummary: SharedFile?
  /// What a page of GitHub needs at the end.
  private var events: [ReportEvent] = []
  private var hasBegun = false
  /// A child that the tests have forked off must not speak for this process.
  private let process = getpid()

  private init() {
    let requests = ProcessReports.requested()
    file = requests.lazy.compactMap(\.path).first.map(SharedFile.init)
    isGitHub = ProcessReports.variable("GITHUB_ACTIONS") == "true"
    stepSummary = isGitHub ? ProcessReports.variable("GITHUB_STEP_SUMMARY").map(SharedFile.init) : nil
  }

  /// Reads what is asked for; to be called before the first exploration, since it ends the process with a
  /// usage error for a report that tests cannot write.
  static func prepare() { shared.withLock { _ in } }

  /// Adds one test, in one piece, so that it is there even if the process dies later.
  static func add(_ test: [ReportEvent]) {
    guard let problem = shared.withLock({ $0.put(test) }) else { return }
    ProcessOutput.aside(problem.text)
    endProcess(with: .toolFailed)
  }

  /// The process ends.
  static func finish(_ ended: RunEnded) {
    for problem in shared.withLock({ $0.finish(ended) }) { ProcessOutput.aside(problem.text) }
  }

  private mutating func finish(_ ended: RunEnded) -> [Notice] {
    guard getpid() == process, hasBegun else { return [] }
    var problems: [Notice] = []
    if let problem = put([.runEnded(ended)]) { problems.append(problem) }
    guard isGitHub, ended.errors + ended.warnings > 0 || ended.hardlyTried != nil else { return problems }
    // The runner reads annotations from standard output, a line each.
    ProcessOutput.result(String(GitHubRenderer.render(events).dropLast()))
    guard let stepSummary else { return problems }
    do throws(SharedFile.Problem) {
      if try !stepSummary.add(summaryOf: events) { problems.append(.stepSummaryIsFull) }
    } catch {
      problems.append(.reportNotWritten(file: stepSummary.path, reason: error.reason))
    }
    return problems
  }

  private mutating func put(_ new: [ReportEvent]) -> Notice? {
    guard file != nil || isGitHub else { return nil }
    var new = new
    let isFirst = !hasBegun
    hasBegun = true
    if isFirst {
      var started = RunStarted(tool: toolVersion, directory: WorkingDirectory.current())
      started.subject = .test
      started.shard = ProcessEnvironment.current.asked.shard
      started.strict = ProcessEnvironment.current.asked.strict
      started.invocation = Invocation.name
      new.insert(.runStarted(started), at: 0)
    }
    if isGitHub { events += new }
    guard let file else { return nil }
    do throws(SharedFile.Problem) {
      try file.add(new.map { EventStream.encode($0) + "\n" }.joined()) { first in
        isFirst && !ProcessReports.isOfThisRun(first)
      }
      return nil
    } catch {
      return .reportNotWritten(file: file.path, reason: error.reason)
    }
  }

  /// Another process of the same run has written this line.
  private static func isOfThisRun(_ line: String) -> Bool {
    guard case .runStarted(let started)? = try? EventStream.decode(line: line) else { return false }
    return started.invocation == Invocation.name
  }

  private static func requested() -> [ReportRequest] {
    guard let text = variable("GCDCHECK_REPORT") else { return [] }
    let requests: [ReportRequest]
    do throws(ReportRequest.Failure) {
      requests = try ReportRequest.list(text)
    } catch {
      ProcessOutput.aside(Notice.badReport(text, reason: error.description).text)
      endProcess(with: .usage)
    }
    let others = requests.filter { $0.format != .text && $0.format != .github }
    if let other = others.first(where: { $0.format != .jsonl || $0.path == nil }) {
      ProcessOutput.aside(Notice.reportNotFromTests(other.format).text)
      endProcess(with: .usage)
    }
    if others.count > 1 {
      ProcessOutput.aside(Notice.badReport(text, reason: "tests write one file of events").text)
      endProcess(with: .usage)
    }
    return others
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
#endif
