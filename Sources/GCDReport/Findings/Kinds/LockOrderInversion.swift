// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD301: two locks or queues that were taken in opposite orders.
public struct LockOrderInversion: Sendable, Codable, Equatable {
  /// `waiter` holds what the other edge's waiter wants; locations are those of the inner calls.
  public var edges: [WaitEdge]

  package init(_ edges: [WaitEdge]) { self.edges = edges }

  private enum CodingKeys: String, CodingKey {
    case edges = "edges"
  }
}

extension LockOrderInversion: FindingEvidence {
  var code: FindingCode { .lockOrderInversion }

  func headline(participants: [Participant]) -> String {
    "\(list(edges.map(\.resource.phrase).distinct)) are taken in opposite orders"
  }

  var objects: [ObjectName] { edges.map(\.resource) }

  var waits: [WaitEdge] { edges }

  var hints: [Hint?] { [Hint.hint(forOrders: edges)] }

  func add(to text: inout FindingText) { text.add(orders: edges) }
}
