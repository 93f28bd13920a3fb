// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDReportFormats

/// `gcdcheck report FILE --as FORMAT`: shows a saved run in another form.
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a saved run in another form, without running it again.",
    discussion: """
      The file is what --report jsonl=FILE wrote; - reads it from standard input. Exits with 0 whatever the \
      run found.
      """)

  @Argument(help: "The saved events of a run.", completion: .savedRuns)
  var file: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form: \(ReportFormat.names). Default: what the ending of --output says, else text.",
      valueName: "format"),
    completion: .reportFormats, transform: ReportFormat.parse)
  var format: ReportFormat?

  @Option(
    name: .shortAndLong, help: "The file to write; without it, standard output.", completion: .file())
  var output: String?

  @Option(
    help: "Colours of the text: auto, always or never.", completion: .colors, transform: ColorChoice.parse)
  var color: ColorChoice?

  @Flag(name: .shortAndLong, help: "Text with all frames.")
  var verbose = false

  func run() throws {
    let mirror = EnvironmentMirror(variables: environment)
    let target = try output.map { path in
      let target = AtomicFile(path: path, purpose: "--output")
      if path == file { throw CommandError.usage("--output names the file that is read; name another one") }
      try target.prepare()
      return target
    }
    let events = try SavedEvents(file: file).events
    let color = try color ?? mirror.value("GCDCHECK_COLOR") ?? .auto
    let terminal = target == nil && StandardStream.output.isTerminal
    let style = ReportStyle(
      isColored: color.isColored(terminal: terminal, environment: environment), showsAllFrames: verbose)
    let text = Renderer.render(
      events, as: format ?? output.flatMap(ReportFormat.init(endingOf:)) ?? .text, style: style)
    if let target { try target.write(text) } else { StandardStream.output.put(text) }
  }
}
