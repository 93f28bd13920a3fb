// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Which wait of a cycle a report begins with.
extension [WaitEdge] {
  /// The cycle from the wait that is made in a section: by the holder of a lock, or in a block of a queue,
  /// for something that others have to bring about, while the one before waits to enter that section. A
  /// section must end for others; to enter one is no mistake. As it is where there is none, or where only
  /// sections are waited for: then it is their order.
  ///
  /// - Parameter mainQueue: The main thread is in no block of it.
  package func fromWaitInSection(mainQueue: ObjectID) -> [WaitEdge] {
    guard count > 1 else { return self }
    let start = indices.first { index in
      let entry = self[(index + count - 1) % count]
      return self[index].isForEvent && entry.isEntry && entry.holder == self[index].waiter
        && !(entry.resource == mainQueue && entry.holder == .body)
    }
    guard let start else { return self }
    return Array(self[start...] + self[..<start])
  }
}
