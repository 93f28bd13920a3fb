// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// The events of a run, as a file holds them.
struct SavedEvents {
  let events: [ReportEvent]

  /// - Parameter file: A path; "-" = standard input.
  /// - Throws: `CommandError` for a file that holds no events.
  init(file: String) throws {
    let name = file == "-" ? "standard input" : "\"\(file)\""
    let right = "name a file that --report jsonl=FILE wrote"
    var isFolder: ObjCBool = false
    if file != "-" {
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
        throw CommandError.usage("there is no file \(name); \(right)")
      }
      if isFolder.boolValue { throw CommandError.usage("\(name) is a folder; \(right)") }
    }
    guard
      let data = file == "-"
        ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
    else { throw CommandError.usage("\(name) cannot be read; check its permissions") }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw CommandError.toolFailed("\(name) is no text; \(right)")
    }
    do {
      events = EventStream.gathered(try EventStream.decode(text))
    } catch EventStream.Failure.newer(let line, let version) {
      throw CommandError.toolFailed(
        "\(name): line \(line) has version \(version) of the events, this gcdcheck reads up "
          + "to \(ReportEvent.version); use the gcdcheck that wrote it")
    } catch {
      throw CommandError.toolFailed("\(name): \(error); \(right)")
    }
    if events.isEmpty { throw CommandError.toolFailed("\(name) holds no event; \(right)") }
  }
}
