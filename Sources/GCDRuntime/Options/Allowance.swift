// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// A finding that is known and shall stay silent: its code and, where given, the object that it is about.
public struct Allowance: Sendable, Hashable {
  /// Which finding.
  public var code: FindingCode
  /// Label of the queue or source, or `File.swift:20` for an object without one; nil = any object.
  public var object: String?

  /// A finding of `code`, about `object` or about anything.
  public init(_ code: FindingCode, object: String? = nil) {
    self.code = code
    self.object = object
  }

  /// GCD205 for one object: left suspended, inactive or entered at the end.
  public static func leftSuspended(_ object: String) -> Allowance {
    Allowance(.leftSuspended, object: object)
  }

  /// GCD208 for one source: dropped while it runs.
  public static func sourceDropped(_ object: String) -> Allowance {
    Allowance(.sourceDropped, object: object)
  }

  /// GCD303 for one queue: a barrier without effect.
  public static func barrierOnGlobalQueue(_ object: String) -> Allowance {
    Allowance(.barrierOnGlobalQueue, object: object)
  }

  /// Any finding of one code, whatever it is about.
  public static func any(_ code: FindingCode) -> Allowance { Allowance(code) }

  /// Whether a finding of this code about this object is meant.
  public func covers(_ code: FindingCode, object: String?) -> Bool {
    code == self.code && (self.object == nil || self.object == object)
  }
}

extension Allowance: LosslessStringConvertible {
  /// Reads `GCD205`, `GCD205:com.acme.log` or the same with the words of the code; nil for every other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    guard let code = FindingCode.allCases.first(where: { $0.rawValue == word || $0.slug == word })
    else { return nil }
    if parts.count == 2 {
      guard !parts[1].isEmpty else { return nil }
      self.init(code, object: String(parts[1]))
    } else {
      self.init(code)
    }
  }

  /// The form that `init(_:)` reads.
  public var description: String { object.map { "\(code.rawValue):\($0)" } ?? code.rawValue }
}
