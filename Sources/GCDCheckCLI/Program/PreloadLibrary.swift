// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation

/// The library that is preloaded into a program to take control of it.
enum PreloadLibrary {
  static let name = "libGCDCheckPreload.so"

  /// Next to the tool, where `swift build` leaves it, or in the `lib` folder of where the tool is installed.
  ///
  /// - Throws: `CommandError` where it is missing, or the dynamic linker cannot be given its path.
  static func find() throws -> String {
    let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let places = [tool, tool.deletingLastPathComponent().appendingPathComponent("lib")]
    let isThere = { (place: URL) in
      FileManager.default.fileExists(atPath: place.appendingPathComponent(name).path)
    }
    guard let place = places.first(where: isThere) else {
      throw CommandError.toolFailed(
        "\(name) is missing next to the tool (\(tool.path)); swift build --product GCDCheckPreload makes it, "
          + "or unpack the whole archive that the tool came in")
    }
    return try nameable(place.path) + "/" + name
  }

  /// The folder by a name that LD_PRELOAD can hold, where a space or a colon ends a name: that of a link.
  private static func nameable(_ folder: String) throws -> String {
    guard folder.contains(where: { $0 == " " || $0 == ":" }) else { return folder }
    // The same one each time, so that none is left behind by a tool that is killed.
    let digest = folder.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let link = "/tmp/gcdcheck-\(getuid())-\(String(digest, radix: 16))"
    if symlink(folder, link) != 0, !isOurs(link, to: folder) {
      throw CommandError.toolFailed(
        "programs cannot be run from \"\(folder)\", whose name has a space or a colon, since the "
          + "link \(link) cannot be made; install gcdcheck in another folder")
    }
    return link
  }

  /// Whether this user made the link: another one could lead elsewhere at any time.
  private static func isOurs(_ link: String, to folder: String) -> Bool {
    var facts = stat()
    guard lstat(link, &facts) == 0, facts.st_uid == getuid() else { return false }
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == folder
  }
}
#endif
