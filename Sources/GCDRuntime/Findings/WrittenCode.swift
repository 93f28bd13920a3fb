// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

/// Tells code of a source file from the `deinit` that a compiler makes of a type: that one has the line of
/// the type and no column, and the place whose object goes says more.
enum WrittenCode {
  /// The innermost written place of a stack; nil where there is none.
  ///
  /// - Parameter line: The text of a source line; nil where it cannot be read.
  static func innermost(
    in stack: [StackFrame],
    line: (CodeLocation) -> String? = { SourceText.excerpt(at: $0)?.text }
  ) -> CodeLocation? {
    let placed = stack.filter { $0.isUserCode && $0.location != nil }
    if let frame = placed.first(where: { ($0.location?.column ?? 0) > 0 }) { return frame.location }
    // The reader knows no columns.
    for (index, frame) in placed.enumerated() {
      let outer = placed.indices.contains(index + 1) ? placed[index + 1] : nil
      if isWritten(frame, calledFrom: outer, line) { return frame.location }
    }
    return nil
  }

  private static let freeing = "__deallocating_deinit"

  /// A written `deinit` is called from the line of its name, and only where it has no more than one line is
  /// that its own.
  private static func isWritten(
    _ frame: StackFrame, calledFrom outer: StackFrame?, _ line: (CodeLocation) -> String?
  ) -> Bool {
    if frame.function.hasSuffix(freeing) || frame.function.hasSuffix("__ivar_destroyer") { return false }
    guard frame.function.hasSuffix("deinit"), let place = frame.location, let outer,
      outer.function.hasSuffix(freeing), outer.location == place
    else { return true }
    return line(place)?.contains("deinit") ?? false
  }
}
#endif
