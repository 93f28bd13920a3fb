// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// Turns a stream of events into one format; equal events give equal text.
///
/// Feed each event to `consume` and write what it returns, then write what `finish` returns.
public struct Renderer: Sendable {
  private enum Form: Sendable {
    case text(TextRenderer)
    case jsonl
    /// Can only be written once everything is known.
    case document(any DocumentRenderer)
  }

  private var form: Form

  /// - Parameter style: Matters to `text` only.
  public init(_ format: ReportFormat, style: ReportStyle = ReportStyle()) {
    form =
      switch format {
      case .text: .text(TextRenderer(style: style))
      case .jsonl: .jsonl
      case .junit: .document(JUnitRenderer())
      case .github: .document(GitHubRenderer())
      case .summary: .document(SummaryRenderer())
      case .sarif: .document(SarifRenderer())
      case .dot: .document(DotRenderer())
      case .html: .document(HtmlRenderer())
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
    case .document(var renderer):
      // Or the events that it keeps would be copied.
      form = .jsonl
      renderer.consume(event)
      form = .document(renderer)
      return ""
    }
  }

  /// What can only be written once everything is known.
  public func finish() -> String {
    if case .document(let renderer) = form { renderer.document } else { "" }
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
