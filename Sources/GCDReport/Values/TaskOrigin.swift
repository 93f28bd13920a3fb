// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Where a Swift task is in the tree of tasks.
public struct TaskOrigin: Sendable, Codable, Equatable {
  /// What it is to the task that made it.
  public enum Relation: String, Sendable, Codable {
    /// By `Task` or `Task.detached`: that one need not wait for it.
    case unstructured = "unstructured"
    /// By `async let`.
    case child = "child"
    /// By `addTask` of a group.
    case childInGroup = "childInGroup"
  }

  public var relation: Relation
  /// The task that made it, by name; bounded.
  public var maker: String { didSet { maker = maker.bounded(to: Bound.name) } }

  package init(_ relation: Relation, of maker: String) {
    self.relation = relation
    self.maker = maker.bounded(to: Bound.name)
  }

  private enum CodingKeys: String, CodingKey {
    case relation = "relation"
    case maker = "maker"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try members(.relation), of: try members(.maker))
  }
}

extension TaskOrigin {
  /// "child of the main task".
  var phrase: String {
    switch relation {
    case .unstructured: "made by \(named(maker))"
    case .child: "child of \(named(maker))"
    case .childInGroup: "child in a task group of \(named(maker))"
    }
  }
}
