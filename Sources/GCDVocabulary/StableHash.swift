// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Mixing for stable ids and trace hashes: the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
///
/// Not keyed and not Swift's `Hasher`: equal inputs give equal results in every process and build.
@inlinable
public func mix(_ value: UInt64) -> UInt64 {
  var z = value &+ 0x9e37_79b9_7f4a_7c15
  z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
  return z ^ (z >> 31)
}

/// Folds `value` into `hash`; the order of folding matters.
@inlinable
public func fold(_ hash: UInt64, _ value: UInt64) -> UInt64 {
  mix(hash ^ (value &* 0xff51_afd7_ed55_8ccd))
}
