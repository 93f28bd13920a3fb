// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Finding {
  /// One sentence that names the user's objects, without a full stop.
  public var message: String { kind.evidence.headline(participants: participants).onOneLine }

  /// Line 1 of the report, complete in itself: `path:line:column: error: GCD102 wait-cycle: …`.
  ///
  /// Known before any stack has been looked up, so it can be shown at once.
  public var headline: String {
    let place = location?.full(relativeTo: context.directory) ?? "gcdcheck"
    return "\(place): \(severity.rawValue): \(code) \(kind.code.slug): \(message)"
  }

  /// The whole report, ready to print, without colour; ends without a line break.
  public var report: String { report() }

  /// The whole report, ready to print; ends without a line break.
  public func report(_ style: ReportStyle = ReportStyle()) -> String {
    style.paint(FindingText(self, style: style).lines).joined(separator: "\n")
  }
}

/// How text is laid out.
public struct ReportStyle: Sendable, Equatable {
  /// Escape sequences for terminals. Off unless the caller knows that a terminal reads it.
  public var isColored: Bool
  /// Shows frames outside the user's code too (`-v`).
  public var showsAllFrames: Bool
  /// Leaves out what is next to the summary (`-q`).
  public var isBrief: Bool
  /// Columns that lists and prose keep to; commands and line 1 are never broken.
  public var width: Int

  /// A style with the parts that differ from plain text of 100 columns.
  public init(isColored: Bool = false, showsAllFrames: Bool = false, isBrief: Bool = false, width: Int = 100)
  {
    self.isColored = isColored
    self.showsAllFrames = showsAllFrames
    self.isBrief = isBrief
    self.width = max(width, 60)
  }
}
