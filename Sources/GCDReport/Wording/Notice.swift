// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What gcdcheck says about itself, apart from findings; the words of every sentence are here.
public enum Notice: Sendable, Hashable {
  /// A `GCDCHECK_*` variable cannot be read.
  case malformedVariable(name: String, value: String, expected: String)
  /// A variable begins with `GCDCHECK_` and means nothing.
  case unknownVariable(name: String)
  /// A variable that the command has no use for; `instead` says what has one.
  case uselessVariable(name: String, instead: String)
  /// A variable is not set, but another one is that makes no sense alone.
  case missingVariable(name: String, next: String, expected: String)
  /// The shard that represents `auto`, and the variables that it is taken from.
  case shardOfEngine(String, engine: String?, variables: [String])
  /// No variable of a job engine is set.
  case noJobEngine(variables: [String])
  /// A job engine that shares out tests would share out their schedules once more.
  case engineSharesTests(String)
  /// The seed that represents `GCDCHECK_SEED=random`.
  case randomSeed(UInt64)
  /// A controlled body asked for a controlled run of its own; `place` is the inner call.
  case nestedRun(place: String)
  /// A schedule token that cannot be read.
  case badToken(String, reason: String)
  /// Another library than the known one answers the calls.
  case notInterposed(cause: String)
  /// The functions of the installed library call each other directly.
  case closedLibrary
  /// The installed library is laid out in a way that is not known.
  case unknownLayout(cause: String)
  /// The body runs once, on the real library.
  case notControlled
  /// A body that runs once threw an error.
  case thrown(String)
  /// A body asked for its test to be skipped, which no body can bring about.
  case skipped(test: String, String)
  /// The token that was to be replayed belongs to another program.
  case diverged(String)
  /// A test was cut before it was tried; `amount` says by what, and after how many schedules.
  case hardlyTried(test: String, amount: String)
  /// The system gives no thread for one more task; so many have one.
  case noThread(running: Int)
  /// A schedule can neither be left nor continued with.
  case processGivenUp
  /// The process waits for a debugger; `reason` is what it has come to.
  case waitsForDebugger(_ reason: String, process: Int)

  /// `GCDCHECK_REPORT` cannot be read.
  case badReport(String, reason: String)
  /// A test process writes no report of this form.
  case reportNotFromTests(ReportFormat)
  case reportNotWritten(file: String, reason: String)
  /// The page of a step of GitHub Actions takes no more.
  case stepSummaryIsFull

  /// What has a use for a corpus.
  package static let corpusOfTool = "gcdcheck test --corpus FOLDER keeps a corpus"

  /// The whole sentence, without an end of line.
  public var text: String { sentence.onOneLine }

  private var sentence: String {
    switch self {
    case .malformedVariable(let name, let value, let expected):
      "gcdcheck: \(name) holds '\(value.bounded(to: Bound.name))', but takes \(expected)"
    case .unknownVariable(let name):
      "gcdcheck: \(name) is no variable of gcdcheck; it has no effect"
    case .uselessVariable(let name, let instead):
      "gcdcheck: \(name) has no effect here; \(instead)"
    case .missingVariable(let name, let next, let expected):
      "gcdcheck: \(next) is set, but \(name) is not; set it to \(expected)"
    case .shardOfEngine(let shard, let engine, let variables):
      "gcdcheck: shard \(shard), from \(list(variables))" + (engine.map { " of \($0)" } ?? "")
    case .noJobEngine(let variables):
      "gcdcheck: no job engine has set a shard: none of \(variables.joined(separator: ", ")) is there; "
        + "instead of auto, write a part and the number of parts, such as 2/5"
    case .engineSharesTests(let engine):
      "gcdcheck: \(engine) shares out the tests of this process, and auto would take but a part of the "
        + "schedules of each; leave GCDCHECK_SHARD away, or run gcdcheck test --shard auto"
    case .randomSeed(let seed):
      "gcdcheck: random seed; GCDCHECK_SEED=\(seed) repeats this run"
    case .nestedRun(let place):
      "gcdcheck: the call at \(place) is made inside a body that is already under control; a controlled body "
        + "cannot start a controlled run of its own"
    case .badToken(let token, let reason):
      "gcdcheck: '\(token.bounded(to: Bound.name))' is no schedule token that this version reads: \(reason)"
    case .notInterposed(let cause):
      "gcdcheck: calls of Dispatch do not arrive, \(cause) answers them; nothing was tested. Link the "
        + "libraries of the Swift runtime dynamically, and load no other copy of libdispatch first"
    case .closedLibrary:
      "gcdcheck: the functions of the installed libdispatch call each other directly, as Ubuntu builds it, "
        + "and cannot be controlled; nothing was tested. Take Swift from swift.org"
    case .unknownLayout(let cause):
      "gcdcheck: the installed libdispatch is not one that this version knows (\(cause)); nothing was "
        + "tested. Take Swift from swift.org"
    case .notControlled:
      "gcdcheck: this platform is not supported: bodies run once, on the real library"
    case .thrown(let error):
      "gcdcheck: the body threw an error: \(error)"
    case .skipped(let test, let reason):
      "gcdcheck: \(test): schedules of the body ended by skipping the test, and passed: \(reason); "
        + "skip the test before its body to have it skipped"
    case .noThread(let running):
      "the system has no thread for one more task: \(running) have begun and not ended, each with a thread "
        + "of its own; let fewer wait at once, or raise what limits threads and memory (ulimit -u and -v, "
        + "pids.max, vm.max_map_count)"
    case .diverged(let difference):
      "gcdcheck: the schedule does not fit this program any more: \(difference)"
    case .hardlyTried(let test, let amount):
      "gcdcheck: \(test.onOneLine) was hardly tried: \(amount)"
    case .processGivenUp:
      "gcdcheck: this schedule cannot be left, so the process ends here; what else it was to test was not "
        + "tested. gcdcheck test runs each schedule in a process of its own, and continues with the next test"
    case .waitsForDebugger(let reason, let process):
      "gcdcheck: at \(reason), process \(process) waits for a debugger: gdb -p \(process) or "
        + "lldb -p \(process); it continues when the debugger lets it"
    case .badReport(let text, let reason):
      "gcdcheck: GCDCHECK_REPORT holds '\(text.bounded(to: Bound.name))': \(reason)"
    case .reportNotFromTests(.jsonl):
      "gcdcheck: GCDCHECK_REPORT asks tests for their events, but names no file; take "
        + "GCDCHECK_REPORT=jsonl=run.jsonl"
    case .reportNotFromTests(let format):
      "gcdcheck: GCDCHECK_REPORT asks tests for \(format.rawValue), but several processes write the report "
        + "of a test run, so it is made when all are over: take GCDCHECK_REPORT=jsonl=run.jsonl, then call "
        + "gcdcheck report run.jsonl --as \(format.rawValue)"
    case .reportNotWritten(let file, let reason):
      "gcdcheck: the report \(file) cannot be written (\(reason))"
    case .stepSummaryIsFull:
      "gcdcheck: the summary of the step is full; the log has what was found"
    }
  }
}
