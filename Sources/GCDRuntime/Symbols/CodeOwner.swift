// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// Whose code a function in the user's own executable is: inlined library code and our own are there too.
enum CodeOwner {
  private static let ours: Set<String> = [
    "GCDVocabulary", "GCDModel", "GCDSchedule", "GCDReport", "GCDRuntime", "GCDScenario", "GCDCheck",
    "gcdcheck",
    "gcdcheck_bench", "GCDProcess", "GCDCheckPreload",
  ]
  private static let ourCFolders = [
    "/CGCDInterpose/", "/CGCDThread/", "/CGCDUnwind/", "/CGCDHost/", "/CGCDPreload/",
  ]
  private static let toolchain: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "_Differentiation", "Synchronization",
    "Observation", "Distributed", "Dispatch", "Foundation", "FoundationEssentials",
    "FoundationInternationalization",
    "FoundationNetworking", "Glibc", "SwiftGlibc", "XCTest", "Testing", "_TestingInternals",
  ]
  /// A sanitizer's code, and headers of the toolchain, whose functions the compiler puts into a program: it
  /// does so with those of the module Synchronization.
  private static let libraryFolders = [
    "/compiler-rt/", "/lib/swift/", "/lib/swift_static/", "/lib/clang/",
  ]
  /// C names that our interposers, the runtime and the start-up code define in an executable.
  private static let libraryPrefixes = [
    "gcdc_", "dispatch_", "_dispatch_", "pthread_", "swift_", "_swift_", "__",
  ]

  /// `file` is the full path, nil when unknown.
  static func isUser(symbol: SymbolName, file: String?) -> Bool {
    if symbol.raw.isEmpty || symbol.isThunk { return false }
    if let module = symbol.module {
      return !ours.contains(module) && !toolchain.contains(module) && !isRunner(file)
    }
    if let file, libraryFolders.contains(where: { file.contains($0) }) { return false }
    if let file { return !ourCFolders.contains { file.contains($0) } && !isRunner(file) }
    return symbol.raw != "_start"
      && !libraryPrefixes.contains { symbol.raw.hasPrefix($0) || symbol.short.hasPrefix($0) }
  }

  /// What `gcdcheck run` puts into a program: whatever is in there is ours, inlined library code, too.
  private static let ourImage = "libGCDCheckPreload.so"

  /// Is in what `gcdcheck run` puts into a program.
  static func isPutIn(_ frame: SymbolizedFrame) -> Bool { frame.image == ourImage }

  /// A function of ours, Swift or C. `file` is the full path, nil when unknown.
  static func isOurs(_ frame: SymbolizedFrame, file: String?) -> Bool {
    if isPutIn(frame) { return true }
    if let module = frame.module { return ours.contains(module) }
    return frame.function.hasPrefix("gcdc_") || ourCFolders.contains { file?.contains($0) == true }
  }

  /// What a macro expands to.
  static func isExpansion(_ file: String) -> Bool { file.contains("@__swiftmacro_") }

  /// The main program that SwiftPM writes for a test bundle.
  private static func isRunner(_ file: String?) -> Bool {
    guard let file else { return false }
    return file.hasSuffix("/runner.swift") && file.contains(".derived/")
  }
}
#endif
