// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation
import GCDRuntime

/// `gcdcheck init`: one scenario and one test that fails, to see what a report looks like in one's own
/// package.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes one scenario and one test that fails, ready to look at; overwrites nothing.")

  @Argument(help: "The folder of the package.", completion: .directory)
  var folder: String = "."

  func run() throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw CommandError.usage(
        "there is no folder \"\(folder)\"; make it first, or name the folder of a package")
    }
    let package = PackageFolder(path: folder)
    let scenario = "Scenarios/first-deadlock.gcd.yaml"
    let test = "Tests/\(package.testTarget)/FirstDeadlockTests.swift"
    try write(StarterFiles.scenario, to: scenario)
    try write(StarterFiles.test, to: test)
    try write(StarterFiles.regressions, to: ".gcdcheck/regressions/README.md")
    let command = Invocation.command(environment)
    let place = folder == "." ? "" : " (in \(folder))"
    var text = """

      1. Look at the scenario. It deadlocks under some schedules, and the report says why:
           \(command) fuzz \(shown(scenario))

      """
    if let lines = package.missingManifestLines {
      text += "2. Add gcdcheck to Package.swift\(place):\n\(lines)\n3. Run"
    } else {
      text += "2. Run"
    }
    text += " the test\(place), which fails with the same kind of report:\n"
    text += "     swift test --filter FirstDeadlockTests\n"
    StandardStream.output.put(text)
  }

  /// Paths as the user can type them from where they are.
  private func shown(_ path: String) -> String { folder == "." ? path : "\(folder)/\(path)" }

  private func write(_ text: String, to path: String) throws {
    let file = shown(path)
    let obstacle = FolderPath(path: (file as NSString).deletingLastPathComponent).make()
    if obstacle != 0 {
      throw CommandError.toolFailed(
        "the folder of \"\(file)\" cannot be made (\(String(cString: strerror(obstacle)))); "
          + "init writes into \"\(folder)\"")
    }
    // The check and the making are one step, so that nothing is ever overwritten.
    let failure = WholeFile(path: file).write(text, replaces: false)
    if failure == EEXIST {
      StandardStream.output.line("kept   \(file)   (it was there before)")
      return
    }
    if failure != 0 {
      throw CommandError.toolFailed("\"\(file)\" cannot be written (\(String(cString: strerror(failure))))")
    }
    StandardStream.output.line("wrote  \(file)")
  }
}
