// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation

/// The library that is preloaded into a program to take control of it.
enum PreloadLibrary {
  static let name = "libGCDCheckPreload.so"

  /// Beside the tool, where `swift build` leaves it, or in the `lib` folder of where the tool is installed.
  ///
  /// - Throws: `Refusal` where it is missing.
  static func find() throws -> String {
    let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let places = [
      tool.appendingPathComponent(name),
      tool.deletingLastPathComponent().appendingPathComponent("lib").appendingPathComponent(name),
    ]
    guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw Refusal.toolFailed(
        "\(name) is missing beside the tool (\(tool.path)); swift build --product GCDCheckPreload makes it")
    }
    return place.path
  }
}
#endif
