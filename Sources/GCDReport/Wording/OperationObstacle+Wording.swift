// Licensed under the Apache License, Version 2.0; see LICENSE.

extension OperationObstacle {
  /// To be a sentence of its own about a wait.
  var sentence: String {
    switch self {
    case .circle(let links):
      "operations depend on each other in a circle: "
        + list(
          links.indices.map { place in
            let link = links[place]
            let next = links[(place + 1) % links.count].operation
            return "\(link.operation.compactWithNoun) on "
              + (links.count == 1 ? "itself" : next.compactWithNoun)
              + (link.location.map { " (addDependency at \($0.short))" } ?? "")
          })
    case .neverAdded(let operation, let dependents, let location):
      "\(operation.compactWithNoun) was added to no queue"
        + (dependents == 0
          ? ""
          : "; \(counted(dependents, "operation")) \(dependents == 1 ? "depends" : "depend") on it"
            + (location.map { " (addDependency at \($0.short))" } ?? ""))
    case .queueSuspended(let label, let waiting, let location):
      "the operation queue\(label.map { " \"\($0)\"" } ?? "") is suspended"
        + "\(location.map { " since \($0.short)" } ?? ""), with \(counted(waiting, "operation")) that "
        + "\(waiting == 1 ? "has" : "have") not started"
    case .neverFinished(let operation, let place):
      "\(operation.compactWithNoun) was started, its code is over, and it has not become finished"
        + (place.map { "; it submitted a block at \($0.short)" } ?? "")
    case .runs(let operation, let participant, let location):
      "\(named(participant)) is in the middle of \(operation.compactWithNoun), and stuck"
        + (location.map { " at \($0.short)" } ?? "")
    case .runsItself(let operation):
      "is in the middle of \(operation.compactWithNoun) itself, and waits for its end"
    case .queueFull(let operation, let label, let limit, let running, let isOwn):
      "\(operation.compactWithNoun) has not started: its queue\(label.map { " \"\($0)\"" } ?? "") runs "
        + (limit == 1 ? "one operation at a time" : "\(counted(limit, "operation")) at once")
        + (running.isEmpty ? "" : ", and is in the middle of \(OperationObstacle.some(running))")
        + (isOwn ? running.count == 1 ? ", which waits here" : ", one of which waits here" : "")
    }
  }

  /// So many of them that a sentence can be read.
  private static func some(_ operations: [ObjectName]) -> String {
    let most = 2
    if operations.count <= most + 1 { return list(operations.map(\.compactWithNoun)) }
    return list(operations.prefix(most).map(\.compactWithNoun) + ["\(operations.count - most) others"])
  }
}

extension [Waker] {
  /// What helps operations of Foundation's, an I/O channel or another process that are the cause of the wait.
  var obstacleHint: Hint? {
    if case .openChannel(_, .data?)? = first { return .endWhatIsRead }
    if case .stuckChild(let child)? = first { return child.hint }
    guard case .operations(let obstacle)? = first else { return nil }
    return switch obstacle {
    case .circle: .breakCircleOfOperations
    case .neverAdded: .addOperation
    case .queueSuspended: .resumeOperations
    case .neverFinished: .finishOperation
    case .runs: nil
    case .runsItself: .waitOutsideOperation
    case .queueFull: obstacle.isOwn ? .waitOutsideOperation : .dependOnOperation
    }
  }
}
