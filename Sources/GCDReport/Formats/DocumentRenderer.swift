// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A format that is written in one piece, from all events together.
package protocol DocumentRenderer: Sendable {
  init()
  mutating func consume(_ event: ReportEvent)
  var document: String { get }
}

extension DocumentRenderer {
  /// A whole stream at once.
  package static func render(_ events: some Sequence<ReportEvent>) -> String {
    var renderer = Self()
    for event in events { renderer.consume(event) }
    return renderer.document
  }
}
