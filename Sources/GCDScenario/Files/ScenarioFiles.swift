// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Finds scenario files.
public enum ScenarioFiles {
  /// How the name of every scenario file ends.
  public static let ending = ".gcd.yaml"

  /// A path that was asked for and is not there.
  public struct NotFound: Error, Sendable, CustomStringConvertible {
    public let path: String
    public var description: String { "there is no file or folder \(path)" }
  }

  /// All scenario files in these files and folders, each once: by path inside a folder, folders in the order
  /// given.
  ///
  /// A file is taken whatever its name; in folders only names that end in `.gcd.yaml`, nothing hidden, no
  /// build products.
  public static func discover(paths: [String]) throws(NotFound) -> [String] {
    var found: [String] = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw NotFound(path: path)
      }
      found += isFolder.boolValue ? inside(path) : [path]
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// What is judged when nothing is asked for: the files below this folder, or the shipped ones where there
  /// are none.
  public static func all(inPackage folder: String) -> [String] {
    let own = inside(folder)
    return own.isEmpty ? shipped : own
  }

  /// The files that come with gcdcheck, by path.
  public static var shipped: [String] { shippedFolder.map { inside($0) } ?? [] }

  /// The scenario's name: the file's name without its ending.
  static func name(ofFile path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(ending) ? String(last.dropLast(ending.count)) : last
  }

  private static func inside(_ folder: String) -> [String] {
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    var files: [String] = []
    // By its path without links, a folder that several links lead to, or that one leads back to, counts once;
    // links come last, so that it has its own name where it has one here.
    var seen: Set<String> = []
    var folders = [""]
    var links: [String] = []
    while let next = folders.popLast() ?? links.popLast() {
      let whole = folder + "/" + next
      let real = URL(fileURLWithPath: whole).resolvingSymlinksInPath().path
      if isOfKernel(real) || !seen.insert(real).inserted { continue }
      let names = (try? FileManager.default.contentsOfDirectory(atPath: whole)) ?? []
      // Which of several links names a folder must not depend on the order of the file system.
      for name in names.sorted(by: >) where !name.hasPrefix(".") {
        let path = next + name
        var isFolder: ObjCBool = false
        let place = folder + "/" + path
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else { continue }
        if isFolder.boolValue {
          let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: place)) != nil
          if isLink { links.append(path + "/") } else { folders.append(path + "/") }
        } else if name.hasSuffix(ending) {
          files.append(prefix + path)
        }
      }
    }
    return files.sorted()
  }

  /// Folders in which the kernel shows its own state: their links lead to all others, and no file of a user
  /// is there.
  private static func isOfKernel(_ path: String) -> Bool {
    ["/proc", "/sys"].contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}

extension ScenarioFiles {
  /// The JSON Schema of the format, for editors; nil where the tool was moved away from its resources.
  public static var schema: String? { schema("scenario") }

  /// The JSON Schema of the event stream; nil as well.
  public static var eventSchema: String? { schema("events") }

  private static func schema(_ name: String) -> String? {
    shippedFolder.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/Schema/\(name).schema.json"
    }
  }

  /// The folder of the shipped scenarios: next to the executable, where the package manager puts resources of
  /// every package that takes part in a build; failing that in the sources that this file was compiled from.
  ///
  /// The generated accessor is not used, since it ends the process when it finds nothing and names a folder
  /// of the machine that built it.
  static let shippedFolder = shippedFolder(beside: Bundle.main.bundleURL)

  /// - Parameter folder: that of the executable.
  static func shippedFolder(beside folder: URL, sources: URL? = ownSources) -> String? {
    let bundles = ["gcdcheck_GCDScenario.resources", "gcdcheck_GCDScenario.bundle"]
    let places = bundles.map { folder.appendingPathComponent($0) } + (sources.map { [$0] } ?? [])
    return places.map { $0.appendingPathComponent("Scenarios").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Nil in what is installed elsewhere, which must not depend on the machine that built it.
  static var ownSources: URL? {
    #if GCDCHECK_PACKAGE
    nil
    #else
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    #endif
  }
}
