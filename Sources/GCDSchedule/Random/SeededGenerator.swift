// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the one source of randomness, equal in every build.
///
/// The numbers that a seed gives are part of what a printed seed means: they never change.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the stream of `seed`; every 64-bit value is a good seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    defer { state = state &+ 0x9e37_79b9_7f4a_7c15 }
    return mix(state)
  }

  /// A number in `0 ..< count` by one multiplication (Lemire, TOMACS 2019, without the rejection step).
  ///
  /// `count` is in 1 ... 2^32. The bias is below `count` / 2^32: for a hundred candidates 1 in 40 million.
  public mutating func below(_ count: Int) -> Int {
    (Int(next() &>> 32) &* count) &>> 32
  }
}
