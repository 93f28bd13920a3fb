// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport

/// The options that say what is shown, and where.
struct OutputArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write a report (\(ReportFormat.names)), to stdout or to a file; may be repeated.",
      valueName: "format[=path]|path"),
    completion: .reportFormats, transform: ReportRequest.parse)
  var report: [ReportRequest] = []

  @Option(help: "Colours: auto, always or never.", completion: .colors, transform: ColorChoice.parse)
  var color: ColorChoice?

  @Option(
    help: "The live line on stderr: auto, lines or none.", completion: .progressForms,
    transform: ProgressChoice.parse)
  var progress: ProgressChoice?

  @Flag(name: .shortAndLong, help: "Only what is not as expected, and the summary.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Every report in full, with all frames.")
  var verbose = false

  func validate() throws {
    if quiet && verbose {
      throw ValidationError("--quiet and --verbose exclude each other; give one of them")
    }
  }
}

/// How much the tool says.
enum Detail: Comparable {
  case quiet, normal, verbose
}

/// What flags and environment together ask for.
struct OutputRequest {
  var reports: [ReportRequest]
  var color: ColorChoice
  var progress: ProgressChoice
  var detail: Detail

  /// A flag beats its variable.
  init(_ flags: OutputArguments, _ environment: EnvironmentMirror) throws {
    reports = flags.report
    if reports.isEmpty, let text = environment.text("GCDCHECK_REPORT") {
      reports = try ReportRequest.list(text, variable: "GCDCHECK_REPORT")
    }
    color = try flags.color ?? environment.value("GCDCHECK_COLOR") ?? .auto
    progress = try flags.progress ?? environment.value("GCDCHECK_PROGRESS") ?? .auto
    let quiet = try environment.isOn("GCDCHECK_QUIET") ?? false
    let verbose = try environment.isOn("GCDCHECK_VERBOSE") ?? false
    if flags.quiet || flags.verbose {
      detail = flags.quiet ? .quiet : .verbose
    } else if quiet && verbose {
      throw CommandError.usage("GCDCHECK_QUIET and GCDCHECK_VERBOSE exclude each other; set one of them")
    } else {
      detail = quiet ? .quiet : verbose ? .verbose : .normal
    }
    try checkDestinations()
  }

  /// Two reports in one place would destroy each other.
  private func checkDestinations() throws {
    let onOutput = reports.filter { $0.path == nil }
    if onOutput.count > 1, onOutput.contains(where: \.takesStandardOutput) {
      let (first, second) = (onOutput[0].format.rawValue, onOutput[1].format.rawValue)
      throw CommandError.usage(
        "--report: \(first) and \(second) cannot both be written to stdout; give one of them a file, "
          + "as in --report \(second)=PATH")
    }
    var paths: Set<String> = []
    for path in reports.compactMap(\.path) where !paths.insert(path).inserted {
      throw CommandError.usage("--report: two reports name the file \"\(path)\"; give each a file of its own")
    }
  }
}
