// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
#if canImport(XCTest)
import XCTest

/// The blocks that a test added with `addTeardownBlock`.
///
/// XCTest runs them only from its own sequence, once per instance, and offers them to no other code: they
/// are found by reflection.
enum TeardownBlocks {
  /// In the order in which they were added.
  static func of(_ testCase: XCTestCase) -> [() throws -> Void] {
    var mirror: Mirror? = Mirror(reflecting: testCase)
    while let current = mirror {
      for child in current.children where child.label == "teardownBlocksState" {
        for field in Mirror(reflecting: child.value).children where field.label == "blocks" {
          if let blocks = field.value as? [() throws -> Void] { return blocks }
        }
      }
      mirror = current.superclassMirror
    }
    return []
  }
}
#endif
#endif
