// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport

/// The names of all objects of one kind, counted: where two have one name, more is said than the name.
struct NameDisambiguator {
  /// So many objects of a kind are compared; a report on more is unreadable in any case.
  static let most = 1_000

  private var labels: [String: Int] = [:]
  /// Ordinals of those that one place has made, in order.
  private var places: [ObjectName: [Int]] = [:]

  init(_ names: [ObjectName]) {
    for name in names {
      if let label = name.label { labels[label, default: 0] += 1 }
      if name.created != nil { places[NameDisambiguator.place(name), default: []].append(name.ordinal) }
    }
  }

  /// The name, with what it shares with others.
  func distinguishing(_ name: ObjectName) -> ObjectName {
    var result = name
    result.isLabelShared = name.label.map { labels[$0, default: 0] > 1 } ?? false
    if name.created != nil, let ordinals = places[NameDisambiguator.place(name)], ordinals.count > 1 {
      result.isPlaceShared = true
      if let position = ordinals.firstIndex(of: name.ordinal) { result.ordinal = position + 1 }
    }
    return result
  }

  /// Equal for objects with one label or variable, or none, that were made in one line: a name shows no
  /// column, and not every reader of lines knows one.
  private static func place(_ name: ObjectName) -> ObjectName {
    ObjectName(
      .unknown, label: name.label, variable: name.variable, created: name.created?.withoutColumn)
  }
}
#endif
