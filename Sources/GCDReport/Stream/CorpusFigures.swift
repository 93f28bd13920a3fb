// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What a run took from a corpus, and added to it; of all its tests together.
public struct CorpusFigures: Sendable, Codable, Equatable {
  /// The folder, as the user named it.
  public var folder: String
  /// Schedules of the corpus that were run first.
  public var replayed: Int
  /// Those of them that the program had not been run under.
  public var replayedAsNew: Int
  /// Schedules that were run by their numbers and had not been run before.
  public var fresh: Int
  /// Those that had been run before, the first one of each test not counted.
  public var repeated: Int
  /// Partial orders that the corpus did not have.
  public var partialOrders: Int
  /// Conflict pairs that it did not have.
  public var conflictPairs: Int
  /// The corpus keeps a sample of the partial orders, and their number is an estimate.
  public var isEstimate: Bool
  /// Tests whose schedules did not show what they had shown, so that all were run anew.
  public var changed: [String]
  /// Tests that went wrong in a way that no schedule repeats: their schedules will be run again.
  public var unsure: [String]

  package init(folder: String) {
    self.folder = folder
    (replayed, replayedAsNew, fresh, repeated) = (0, 0, 0, 0)
    (partialOrders, conflictPairs, isEstimate) = (0, 0, false)
    (changed, unsure) = ([], [])
  }

  mutating func add(_ other: CorpusFigures) {
    replayed += other.replayed
    replayedAsNew += other.replayedAsNew
    fresh = fresh.addingSaturated(other.fresh)
    repeated = repeated.addingSaturated(other.repeated)
    partialOrders += other.partialOrders
    conflictPairs += other.conflictPairs
    isEstimate = isEstimate || other.isEstimate
    changed += other.changed
    unsure += other.unsure
  }

  private enum CodingKeys: String, CodingKey {
    case folder = "folder"
    case replayed = "replayed"
    case replayedAsNew = "replayedAsNew"
    case fresh = "fresh"
    case repeated = "repeated"
    case partialOrders = "partialOrders"
    case conflictPairs = "conflictPairs"
    case isEstimate = "isEstimate"
    case changed = "changed"
    case unsure = "unsure"
  }
}

extension CorpusFigures {
  /// As a part of the summary line.
  var clause: String {
    var parts = ["corpus \(folder.onOneLine): \(beginning)", numbered]
    parts.append(reached)
    if let test = changed.first {
      parts.append("\(several(test, changed.count)) not what it was, so that no schedule of it was left out")
    }
    if let test = unsure.first {
      parts.append(
        "\(several(test, unsure.count)) to be explored again, since no schedule alone shows what was found")
    }
    return parts.joined(separator: ", ")
  }

  private var beginning: String {
    if replayed == 0 { return "began with none of its schedules" }
    let new =
      switch replayedAsNew {
      case 0: "none"
      case replayed: "all"
      default: "\(grouped(replayedAsNew)) of them"
      }
    return "began with \(counted(replayed, "schedule")), \(new) new to the program"
  }

  private var numbered: String {
    let again = repeated == 0 ? "" : ", and \(grouped(repeated)) again"
    return (fresh == 0 ? "ran no schedule that is not in it" : "ran \(counted(fresh, "schedule")) not in it")
      + again
  }

  private var reached: String {
    if partialOrders == 0, conflictPairs == 0 { return "nothing new was covered" }
    let orders = (isEstimate ? "about " : "") + "\(counted(partialOrders, "new partial order"))"
    return conflictPairs == 0 ? orders : "\(orders) and \(counted(conflictPairs, "new conflict pair"))"
  }

  private func several(_ test: String, _ count: Int) -> String {
    count == 1 ? "\(test.onOneLine) is" : "\(test.onOneLine) and \(grouped(count - 1)) more are"
  }
}
