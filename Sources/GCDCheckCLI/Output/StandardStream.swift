// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// One of the process's output streams; each text is written at once, so lines appear when they are made.
struct StandardStream {
  let descriptor: Int32

  static let output = StandardStream(descriptor: STDOUT_FILENO)
  static let error = StandardStream(descriptor: STDERR_FILENO)

  /// Why a text for standard output was lost, as the system's number; 0 = none was.
  // Written and read on the main thread, on which everything is said.
  nonisolated(unsafe) private static var lossOfOutput: Int32 = 0

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes all of `text`. A reader that has gone away, or a stream that the user has closed, is not our
  /// concern; any other loss on standard output is an error in the end, see `requireOutput`.
  func put(_ text: String) {
    let failure = Self.write(text, to: descriptor)
    if descriptor == STDOUT_FILENO, failure != 0, failure != EPIPE, failure != EBADF {
      Self.lossOfOutput = failure
    }
  }

  func line(_ text: String = "") { put(text + "\n") }

  /// Where something was lost that was to be shown on standard output, the work is not done.
  static func requireOutput() throws {
    guard lossOfOutput != 0 else { return }
    let reason = String(cString: strerror(lossOfOutput))
    throw CommandError.toolFailed("standard output cannot be written (\(reason)); lead it somewhere else")
  }

  /// Writes all of a text; 0, or the system's number for why it could not.
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        if count > 0 {
          written += count
        } else if count < 0, errno == EAGAIN {
          // Another process has made it a stream that does not wait.
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else if count == 0 || errno != EINTR {
          return count == 0 ? EIO : errno
        }
      }
      return 0
    }
  }
}
