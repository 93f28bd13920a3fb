// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The candidates of one choice that a search makes, in memory that is kept from choice to choice.
package struct SearchedCandidates {
  package var candidates: [Candidate] = []
  /// By candidate: its index in the enabled set.
  package var places: [Int] = []
  /// The candidate of the order that is preferred.
  package var baseline = 0

  package mutating func removeAll() {
    candidates.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    baseline = 0
  }

  package mutating func append(_ candidate: Candidate, at place: Int) {
    candidates.append(candidate)
    places.append(place)
  }
}
