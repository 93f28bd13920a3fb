// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A text that people read: a string literal, comments on consecutive lines, a page.
struct Passage: Equatable {
  /// Its first line in the file, from 1.
  var line: Int
  /// Interpolations are `(_)`, and an escaped character is a space.
  var text: String
}
