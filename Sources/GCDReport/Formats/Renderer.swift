// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Turns a stream of events into one format; equal events give equal text.
///
/// Feed each event to `consume` and write what it returns, then write what `finish` returns.
public struct Renderer: Sendable {
  private enum Form: Sendable {
    case text(TextRenderer)
    case jsonl
    case junit(JUnitRenderer)
    case github(GitHubRenderer)
    case summary(SummaryRenderer)
    case sarif(SarifRenderer)
    case dot(DotRenderer)
    case html(HtmlRenderer)
  }

  private var form: Form

  /// - Parameter style: Matters to `text` only.
  public init(_ format: ReportFormat, style: ReportStyle = ReportStyle()) {
    form =
      switch format {
      case .text: .text(TextRenderer(style: style))
      case .jsonl: .jsonl
      case .junit: .junit(JUnitRenderer())
      case .github: .github(GitHubRenderer())
      case .summary: .summary(SummaryRenderer())
      case .sarif: .sarif(SarifRenderer())
      case .dot: .dot(DotRenderer())
      case .html: .html(HtmlRenderer())
      }
  }

  /// The text that this event adds, with its line ends; often empty.
  public mutating func consume(_ event: ReportEvent) -> String {
    switch form {
    case .text(var renderer):
      let text = renderer.consume(event)
      form = .text(renderer)
      return text
    case .jsonl: return EventStream.encode(event) + "\n"
    case .junit(var renderer):
      renderer.consume(event)
      form = .junit(renderer)
      return ""
    case .github(var renderer):
      renderer.consume(event)
      form = .github(renderer)
      return ""
    case .summary(var renderer):
      renderer.consume(event)
      form = .summary(renderer)
      return ""
    case .sarif(var renderer):
      renderer.consume(event)
      form = .sarif(renderer)
      return ""
    case .dot(var renderer):
      renderer.consume(event)
      form = .dot(renderer)
      return ""
    case .html(var renderer):
      renderer.consume(event)
      form = .html(renderer)
      return ""
    }
  }

  /// What can only be written once everything is known.
  public func finish() -> String {
    switch form {
    case .text, .jsonl: ""
    case .junit(let renderer): renderer.document
    case .github(let renderer): renderer.commands
    case .summary(let renderer): renderer.document
    case .sarif(let renderer): renderer.document
    case .dot(let renderer): renderer.document
    case .html(let renderer): renderer.document
    }
  }

  /// A whole stream at once.
  public static func render(
    _ events: some Sequence<ReportEvent>, as format: ReportFormat, style: ReportStyle = ReportStyle()
  ) -> String {
    var renderer = Renderer(format, style: style)
    var text = ""
    for event in events { text += renderer.consume(event) }
    return text + renderer.finish()
  }
}
