// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// One of the process's output streams; each text is written at once, so lines appear when they are made.
struct StandardStream {
  let descriptor: Int32

  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes all of `text`; a reader that has gone away is not our concern.
  func put(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  func line(_ text: String = "") { put(text + "\n") }
}
