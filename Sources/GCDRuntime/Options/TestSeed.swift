// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// The seed of a test that was given none: depends on the test's id alone, and is short enough to be typed.
///
/// - Returns: A number below 2^32, equal in every process and build.
public func seedOfTest(_ id: String) -> UInt64 {
  var hash: UInt64 = 0
  for byte in id.utf8 { hash = fold(hash, UInt64(byte)) }
  return mix(hash) >> 32
}
