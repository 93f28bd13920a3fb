// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import Testing

/// A reader of SARIF that knows nothing of the writer.
struct SarifLog {
  private let log: [String: Any]
  private let run: [String: Any]
  let results: [[String: Any]]
  let rules: [[String: Any]]

  init(_ text: String) throws {
    log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    run = runs[0]
    results = try #require(run["results"] as? [[String: Any]])
    let tool = try #require(run["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "gcdcheck")
    rules = try #require(driver["rules"] as? [[String: Any]])
  }

  private var invocation: [String: Any]? { (run["invocations"] as? [[String: Any]])?.first }
  var isSuccessful: Bool? { invocation?["executionSuccessful"] as? Bool }

  var notifications: [String] {
    let all = invocation?["toolExecutionNotifications"] as? [[String: Any]] ?? []
    return all.compactMap { ($0["message"] as? [String: Any])?["text"] as? String }
  }

  /// Of the results' own places.
  var uris: [String] {
    results.compactMap { result in
      let place = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
      return (place?["artifactLocation"] as? [String: Any])?["uri"] as? String
    }
  }

  /// What SARIF 2.1.0 requires, and what GitHub does beyond it.
  func check() throws {
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
    #expect(isSuccessful != nil)
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(Set(ids).count == rules.count)
    for rule in rules {
      for (member, limit) in [("shortDescription", 1_024), ("fullDescription", 1_024), ("help", 100_000)] {
        let text = try #require((rule[member] as? [String: Any])?["text"] as? String)
        #expect(!text.isEmpty && text.count <= limit)
      }
      #expect((rule["help"] as? [String: Any])?["markdown"] is String)
    }
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(result["ruleId"] as? String == ids[index])
      #expect(["error", "warning", "note"].contains(result["level"] as? String))
      let message = try #require((result["message"] as? [String: Any])?["text"] as? String)
      #expect(!message.isEmpty)
      let fingerprints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(fingerprints["primaryLocationLineHash"]?.isEmpty == false)
      let places = try #require(result["locations"] as? [[String: Any]])
      #expect(places.count == 1)
      for place in places + (result["relatedLocations"] as? [[String: Any]] ?? []) { try check(place) }
      for stack in result["stacks"] as? [[String: Any]] ?? [] {
        let frames = try #require(stack["frames"] as? [[String: Any]])
        for frame in frames { #expect(frame["location"] is [String: Any]) }
      }
      for flow in result["codeFlows"] as? [[String: Any]] ?? [] {
        let threads = try #require(flow["threadFlows"] as? [[String: Any]])
        #expect(!threads.isEmpty)
        for thread in threads {
          let steps = try #require(thread["locations"] as? [[String: Any]])
          #expect((1...10_000).contains(steps.count))
          for step in steps { try check(#require(step["location"] as? [String: Any])) }
        }
      }
    }
  }

  private func check(_ place: [String: Any]) throws {
    let physical = try #require(place["physicalLocation"] as? [String: Any])
    let uri = try #require((physical["artifactLocation"] as? [String: Any])?["uri"] as? String)
    #expect(URL(string: uri) != nil && !uri.contains(" "))
    let region = try #require(physical["region"] as? [String: Any])
    for member in ["startLine", "startColumn", "endLine", "endColumn"] {
      #expect((region[member] as? Int ?? 0) >= 1)
    }
  }
}
