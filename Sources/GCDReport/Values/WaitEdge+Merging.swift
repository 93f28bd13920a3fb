// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Sequence<WaitEdge> {
  /// Equal waits as one each, in order, named after the first of them, and how many each represents: many
  /// workers often wait in the same call.
  func merged() -> [(edge: WaitEdge, count: Int)] {
    var groups: [(edge: WaitEdge, count: Int)] = []
    for edge in self {
      let index = groups.firstIndex { group in
        group.edge.operation == edge.operation && group.edge.resource == edge.resource
          && group.edge.location == edge.location && group.edge.wakers == edge.wakers
      }
      if let index { groups[index].count += 1 } else { groups.append((edge, 1)) }
    }
    for index in groups.indices where groups[index].count > 1 {
      groups[index].edge.waiter += " and \(grouped(groups[index].count - 1)) more"
    }
    return groups
  }
}
