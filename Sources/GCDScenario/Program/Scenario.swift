// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// A scenario file that has been read and checked.
public struct Scenario: Sendable {
  /// The file, as the caller named it.
  public let path: String
  /// The file's name without its ending.
  public let name: String
  /// The comment at the top of the file, without "#": what the scenario shows, in the words of its author.
  public let summary: String
  public let expectation: Expectation
  public let explore: AskedOptions
  /// Where `expect` is; line 1 when it is left out.
  public let expectationPosition: SourcePosition
  let program: Program
}
