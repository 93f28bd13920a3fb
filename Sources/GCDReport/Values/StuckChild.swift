// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A process that the program has started, and that waits for the program at a pipe between the two.
public struct StuckChild: Sendable, Codable, Equatable {
  /// The name of its program, of which the kernel keeps 15 characters.
  public var program: String
  /// It writes to a pipe that is full; if not, it reads from one that is empty and open for writing.
  public var isWriting: Bool

  package init(_ program: String, isWriting: Bool) {
    self.program = program
    self.isWriting = isWriting
  }

  private enum CodingKeys: String, CodingKey {
    case program = "program"
    case isWriting = "isWriting"
  }
}

extension StuckChild {
  /// "process 'seq'".
  var name: String { program.isEmpty ? "a process" : "process '\(program)'" }

  /// What it waits for.
  var wait: String {
    isWriting
      ? "the pipe that it writes to is full, and nothing left reads it"
      : "the pipe that it reads from is empty and still open here, and nothing left writes to it or closes it"
  }

  var hint: Hint { isWriting ? .readBeforeWaiting : .closeBeforeWaiting }
}
