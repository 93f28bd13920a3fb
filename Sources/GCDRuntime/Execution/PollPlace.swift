// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
/// A call by which looks met a loop that polls, and what the loop kept there.
struct PollPlace {
  let call: RoundCopy.Call
  /// Fingerprints of registers and global variables: a few come again and again, as where another task has
  /// a lock or not; always new ones show that the loop counts, or gets on.
  private var rests: [UInt64]
  /// The stack at the last look.
  private var words: [UInt64]
  /// The last one that was other than that. Calls leave times and addresses on the stack, which the loop
  /// does not read.
  private(set) var otherWords: [UInt64]?
  /// Copies of the process have shown that the loop has no end.
  var isProven = false

  private static let mostRests = 8

  init(_ call: RoundCopy.Call, rest: UInt64, words: [UInt64]) {
    self.call = call
    rests = [rest]
    self.words = words
  }

  /// The loop was met there again; false where it gets on.
  mutating func note(rest: UInt64, words present: [UInt64]) -> Bool {
    if present.count != words.count { return false }
    if !rests.contains(rest) {
      if rests.count == PollPlace.mostRests { return false }
      rests.append(rest)
    }
    if present != words { (otherWords, words) = (words, present) }
    return true
  }
}
#endif
