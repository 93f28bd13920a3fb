// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The package's own files, found from where this file was compiled.
enum PackageTree {
  /// The folder that holds `Package.swift`.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Every Swift, C and assembly file of `Sources`, `Tests` and `Plugins`.
  static let sources: [SourceFile] = ["Sources", "Tests", "Plugins"].flatMap {
    read($0, endings: ["swift", "c", "h", "S"])
  }

  /// What else of `Sources` users read: pages, the script of reports and the descriptions in schemas.
  static let readables = read("Sources", endings: ["md", "txt", "js", "json"])

  /// The scripts of `.ci`, whose comments begin with `#`.
  static let scripts: [SourceFile] = {
    let folder = root.appendingPathComponent(".ci")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return text.map { SourceFile(path: ".ci/" + name, text: $0) }
    }
  }()

  /// Every text in Markdown of the repository, by the name of its file.
  static let documents: [Document] = {
    let top = topLevel.filter { $0.hasSuffix(".md") }
    let below = ["Sources", "Tests"].flatMap { folder in
      let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      let names = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
      return names.filter { !$0.hasPrefix(".") && !$0.contains("/.") }.map { folder + "/" + $0 }
    }
    return (top + below).sorted().compactMap { path in
      let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      return text.map { Document(path: path, text: $0) }
    }
  }()

  /// What lies at the top of the package, without dot-files.
  static var topLevel: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// One file, by its path in the package.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of the README and of all articles.
  static func documentedLines() throws -> Set<Substring> {
    let catalogue = "Sources/GCDCheck/GCDCheck.docc"
    let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(catalogue).path)
    let articles = (walk?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".md") }
    let texts = try (["README.md"] + articles.map { "\(catalogue)/\($0)" }).map(text)
    return Set(texts.flatMap { $0.split(separator: "\n") })
  }

  private static func read(_ folder: String, endings: Set<String>) -> [SourceFile] {
    let start = root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(atPath: start.path) else { return [] }
    var files: [SourceFile] = []
    for case let name as String in walk {
      let parts = name.split(separator: "/")
      // A sample package below Tests may have been built in place.
      if parts.contains(where: { $0.hasPrefix(".") }) { continue }
      guard endings.contains((name as NSString).pathExtension) else { continue }
      let url = start.appendingPathComponent(name)
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      files.append(SourceFile(path: folder + "/" + name, text: text))
    }
    return files.sorted { $0.path < $1.path }
  }
}
