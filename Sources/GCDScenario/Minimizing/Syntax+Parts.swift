// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The parts of a value that can be left out: the elements of lists, the entries of mappings.
extension Syntax {
  var parts: Int {
    switch content {
    case .scalar: 0
    case .sequence(let values): values.count
    case .mapping(let entries): entries.count
    }
  }

  func part(_ index: Int) -> Syntax? {
    switch content {
    case .scalar: nil
    case .sequence(let values): values.indices.contains(index) ? values[index] : nil
    case .mapping(let entries): entries.indices.contains(index) ? entries[index].value : nil
    }
  }

  /// The same value with only these parts of the one at `path`.
  func keeping(_ kept: [Int], at path: ArraySlice<Int>) -> Syntax {
    guard let next = path.first else {
      switch content {
      case .scalar: return self
      case .sequence(let values): return with(.sequence(kept.map { values[$0] }))
      case .mapping(let entries): return with(.mapping(kept.map { entries[$0] }))
      }
    }
    switch content {
    case .scalar: return self
    case .sequence(var values):
      values[next] = values[next].keeping(kept, at: path.dropFirst())
      return with(.sequence(values))
    case .mapping(var entries):
      let entry = entries[next]
      entries[next] = Entry(
        key: entry.key, keyPosition: entry.keyPosition,
        value: entry.value.keeping(kept, at: path.dropFirst()))
      return with(.mapping(entries))
    }
  }

  func at(_ path: ArraySlice<Int>) -> Syntax? {
    guard let next = path.first else { return self }
    return part(next)?.at(path.dropFirst())
  }

  private func with(_ content: Content) -> Syntax { Syntax(content: content, position: position) }
}
