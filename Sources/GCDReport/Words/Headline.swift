// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// A party in a sentence: "the main thread", "the test body", "the barrier block", but "worker 1".
package func named(_ party: String) -> String {
  for prefix in ["worker ", "thread ", "the ", "a "] where party.hasPrefix(prefix) { return party }
  return "the \(party)"
}

extension Array where Element: Hashable {
  /// Without repetitions, in order of first appearance.
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// A sentence that begins with a party's name gets the article that belongs to it.
  var withArticle: String {
    hasPrefix("main thread ") || hasPrefix("test body ") ? "the \(self)" : self
  }
}
