// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
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

extension Scenario {
  /// Reads and checks a scenario file; throws all the mistakes that are in it.
  public static func load(path: String) throws(ScenarioErrors) -> Scenario {
    func refusal(_ message: String) -> ScenarioErrors {
      ScenarioErrors([ScenarioError(path: path, position: .start, message: message, sourceLine: "")])
    }
    guard let bytes = contents(of: path) else { throw refusal("this file cannot be read") }
    guard bytes.count <= mostBytes else {
      throw refusal("this file holds more than \(mostBytes >> 20) MiB; no scenario is that long, split it")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal("this is not a text file")
    }
    return try Scenario(text: text, path: path)
  }

  /// Reads and checks a scenario from its text; `path` is only shown.
  public init(text: String, path: String) throws(ScenarioErrors) {
    // Some editors begin files with the mark of the byte order; it is no part of the text.
    let isMarked = text.unicodeScalars.first == "\u{feff}"
    let text = isMarked ? String(text.unicodeScalars.dropFirst()) : text
    self = try ScenarioReader.read(path: path, text: text)
  }

  /// Bytes of a scenario file at most: far more than its values can take, and read in no time.
  private static var mostBytes: Int { 4 << 20 }

  /// The file's bytes, no more than one beyond the bound, whatever the path leads to; nil where it cannot be
  /// read.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    if ferror(file) != 0 { return nil }
    return Array(bytes[..<count])
  }
}
