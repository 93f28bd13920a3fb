// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The candidate that a mistyped word most likely meant; nil when none is near.
///
/// Nearness is the Damerau–Levenshtein distance (optimal string alignment): one letter added, dropped,
/// changed, or two neighbours swapped. A third of the word's length may be wrong.
public func closest(to word: String, among candidates: [String]) -> String? {
  // No user mistypes one word of that length, and comparing takes the square of it.
  if word.utf8.count > Bound.name { return nil }
  let wanted = Array(word.lowercased())
  let scored = candidates.filter { $0 != word && $0.utf8.count <= Bound.name }.map {
    (name: $0, distance: distance(wanted, Array($0.lowercased())))
  }
  guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
  let limit = max(1, max(wanted.count, best.name.count) / 3)
  if best.distance <= limit { return best.name }
  return wanted.count >= 3 ? candidates.first { $0.lowercased().contains(word.lowercased()) } : nil
}

private func distance(_ left: [Character], _ right: [Character]) -> Int {
  if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
  var twoBack: [Int] = []
  var previous = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    for column in 1...right.count {
      let cost = left[row - 1] == right[column - 1] ? 0 : 1
      var best = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + cost)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        best = min(best, twoBack[column - 2] + 1)
      }
      current.append(best)
    }
    twoBack = previous
    previous = current
  }
  return previous[right.count]
}
