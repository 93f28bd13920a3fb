// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// One line of output: an object of named figures, in the order in which they were added.
struct FigureLine {
  private var fields: [String] = []

  mutating func add(_ name: String, _ text: String) {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    fields.append("\"\(name)\":\"\(escaped)\"")
  }

  mutating func add(_ name: String, _ number: Int) { fields.append("\"\(name)\":\(number)") }

  mutating func add(_ name: String, _ flag: Bool) { fields.append("\"\(name)\":\(flag)") }

  /// Three digits after the point are as many as any of our clocks deserves.
  mutating func add(_ name: String, _ number: Double) {
    let thousandths = Int((number * 1_000).rounded())
    let digits = String(1_000 + thousandths.magnitude % 1_000).dropFirst()
    let sign = thousandths < 0 ? "-" : ""
    fields.append("\"\(name)\":\(sign)\(thousandths.magnitude / 1_000).\(digits)")
  }

  var text: String { "{" + fields.joined(separator: ",") + "}" }

  /// Written at once, so that a reader sees a figure as soon as it is there.
  func write() {
    print(text)
    fflush(nil)
  }
}
