// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// What the script of a page knows of the first schedule in it.
struct SchedulePage {
  let source: String
  let page: HtmlPage
  private let steps: [[Any]]
  private let lanes: [[String: Any]]
  private let participants: [String]

  init(_ finding: Finding) throws {
    source = Renderer.render([.finding(FindingFound(test: "t", finding))], as: .html)
    page = try HtmlPage(source)
    let script = try #require(page.all("script").first { $0.attributes["type"] == "application/json" })
    let data = try #require(
      try JSONSerialization.jsonObject(with: Data(script.text.utf8)) as? [String: Any])
    steps = try #require(data["steps"] as? [[Any]])
    lanes = try #require(data["lanes"] as? [[String: Any]])
    participants = try #require(data["parties"] as? [String])
  }

  /// The steps as the page counts them, from 0.
  var stepCount: Int { steps.count }

  private func change(_ lane: [String: Any], _ step: Int) -> [Any]? {
    (lane["runs"] as? [[Any]])?.last { ($0.first as? Int ?? 0) <= step }
  }

  /// What is shown after a step, by thread or object.
  func states(after step: Int) -> [String: String] {
    var states: [String: String] = [:]
    for lane in lanes { states[lane["title"] as? String ?? ""] = change(lane, step)?[1] as? String }
    return states
  }

  /// What each thread holds after a step; those that hold nothing are left out.
  func holdings(after step: Int) -> [String: String] {
    var holdings: [String: String] = [:]
    for lane in lanes {
      guard let change = change(lane, step), change.count > 3 else { continue }
      holdings[lane["title"] as? String ?? ""] = change[3] as? String
    }
    return holdings
  }

  /// The last step of each other thread that the one that made this step can know of.
  func known(by step: Int) -> [String: Int] {
    let clock = steps[step][4] as? [Int] ?? []
    var known: [String: Int] = [:]
    for (participant, place) in zip(participants, clock)
    where place >= 0 && participant != steps[step][1] as? String {
      known[participant] = steps[place][0] as? Int
    }
    return known
  }
}
