// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDVocabulary

/// Plays a small program in every order that the model allows.
public final class Explorer {
  /// How a run can end.
  public enum Ending: Hashable, Sendable {
    case done
    case dead(DeadCause)
    case misuse(Misuse)
    /// Nobody is blocked, but something never ran.
    case left
  }

  private let run: ProgramExecution
  private let configuration: WorldConfiguration
  /// Forgets nothing: orders are told apart, not only states.
  private let keepsOrders: Bool
  public private(set) var endings: Set<Ending> = []
  /// Every order in which blocks began, with `keepsOrders`.
  public private(set) var orders: Set<[Int]> = []
  public private(set) var states = 0

  public init(
    _ program: Program, configuration: WorldConfiguration = WorldConfiguration(),
    host: MainQueueHost = .served, keepsOrders: Bool = false
  ) {
    run = ProgramExecution(program, configuration: configuration, mainQueueHost: host)
    self.configuration = configuration
    self.keepsOrders = keepsOrders
    explore(host)
  }

  private func explore(_ host: MainQueueHost) {
    var path: [(options: [(TaskID, Int)], next: Int)] = []
    var visited: Set<UInt64> = []
    announceIdle()
    while true {
      states += 1
      var options: [(TaskID, Int)] = []
      if let ending {
        endings.insert(ending)
        orders.insert(beginnings)
      } else if visited.insert(key).inserted {
        options = choices()
      }
      if options.isEmpty {
        while let last = path.last, last.next + 1 >= last.options.count { path.removeLast() }
        guard !path.isEmpty else { return }
        path[path.count - 1].next += 1
        run.restart(configuration, mainQueueHost: host)
        announceIdle()
        for step in path { take(step.options[step.next]) }
      } else {
        path.append((options, 0))
        take(options[0])
      }
    }
  }

  private var beginnings: [Int] {
    run.events.compactMap { if case .blockBegins(let block) = $0 { block } else { nil } }
  }

  private var key: UInt64 {
    var key = run.world.pointee.stateDigest()
    if keepsOrders { for block in beginnings { key = fold(key, UInt64(block)) } }
    return key
  }

  private func choices() -> [(TaskID, Int)] {
    let world = run.world
    return (0..<world.pointee.core.enabled.count).flatMap { index -> [(TaskID, Int)] in
      let task = world.pointee.core.enabled.at[index]
      return (0..<world.pointee.choiceCount(task)).map { (task, $0) }
    }
    .sorted { ($0.0.rawValue, $0.1) < ($1.0.rawValue, $1.1) }
  }

  private func take(_ option: (TaskID, Int)) {
    run.perform(option.0, choice: option.1)
    announceIdle()
  }

  private func announceIdle() {
    let world = run.world
    var index = 0
    while index < world.pointee.core.enabled.count {
      let task = world.pointee.core.enabled.at[index]
      index += 1
      if run.isIdle(task) {
        run.announceNext(task)
        // An announcement may take the task out of the set, and another into its place.
        index = 0
      }
    }
  }

  private var ending: Ending? {
    if run.misuse != .none { return .misuse(run.misuse) }
    if let first = run.deadlocks.first { return .dead(first.isOwnQueue ? .ownQueue : .cycle) }
    if run.world.pointee.core.enabled.count > 0 { return nil }
    if let dead = run.world.pointee.diagnoseQuiescence() { return .dead(dead.cause) }
    return run.world.pointee.audit().isEmpty ? .done : .left
  }
}
