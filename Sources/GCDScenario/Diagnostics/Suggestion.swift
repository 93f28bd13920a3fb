// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Finds what a mistyped word was meant to be.
enum Suggestion {
  /// The candidate closest to `word`, if it is close enough that the writer will agree.
  ///
  /// Close enough: at most one mistake in three letters (two for a word of four or five), letter case
  /// ignored.
  static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    // Nobody mistypes one word of that length, and comparing takes the square of it.
    if word.utf8.count > longestWord { return nil }
    let limit = max(1, min(3, (word.count + 2) / 3))
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != word && candidate.utf8.count <= longestWord {
      let distance = distance(Array(word.lowercased()), Array(candidate.lowercased()))
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static var longestWord: Int { 200 }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
  /// (optimal string alignment).
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var older: [Int] = []
    var previous = Array(0...right.count)
    for i in 0..<left.count {
      var current = [i + 1]
      for j in 0..<right.count {
        var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, older[j - 1] + 1)
        }
        current.append(cost)
      }
      older = previous
      previous = current
    }
    return previous[right.count]
  }
}
