// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// A participant in a sentence: "the main thread", "the test body", "the barrier block", but "worker 1".
package func named(_ participant: String) -> String {
  for prefix in ["worker ", "thread ", "the ", "a "] where participant.hasPrefix(prefix) {
    return participant
  }
  return "the \(participant)"
}

extension Array where Element: Hashable {
  /// Without repetitions, in order of first appearance.
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// A sentence that begins with a participant's name gets the article that belongs to it.
  var withArticle: String {
    hasPrefix("main thread ") || hasPrefix("test body ") ? "the \(self)" : self
  }
}
