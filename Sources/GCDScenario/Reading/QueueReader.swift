// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The section `queues`, and the order in which queues can be made: targets first.
extension ScenarioReader {
  func readQueues() {
    program.queues = [
      QueueDeclaration(name: "main", position: .start, origin: .main),
      QueueDeclaration(name: "global", position: .start, origin: .global),
    ]
    for entry in entries(.queues) { program.queues.append(readQueue(entry)) }
    orderQueues()
  }

  private func readQueue(_ entry: Syntax.Entry) -> QueueDeclaration {
    var queue = QueueDeclaration(name: entry.key, position: entry.keyPosition)
    if case .scalar = entry.value.content {
      queue.isConcurrent = readKind(entry.value)
      return queue
    }
    let fields = readFields(
      entry.value, of: "the queue \"\(entry.key)\"", known: ["kind", "target", "qos", "inactive"])
    if let kind = fields["kind"] { queue.isConcurrent = readKind(kind) }
    if let qos = fields["qos"] { queue.qos = readQoS(qos) ?? .unspecified }
    if let inactive = fields["inactive"] { queue.isInactive = readBool(inactive, of: "inactive") ?? false }
    if let target = fields["target"] { queue.target = readReference(target, [.queue], for: "target")?.index }
    return queue
  }

  private func readKind(_ value: Syntax) -> Bool {
    switch value.text {
    case "serial": return false
    case "concurrent": return true
    default:
      let guess = value.text.flatMap { closest(to: $0, among: ["serial", "concurrent"]) }
      diagnostics.error(
        value.position,
        "a queue is serial or concurrent, but this is \(value.kindName)"
          + (guess.map { "; did you mean \"\($0)\"?" } ?? ""))
      return false
    }
  }

  private func orderQueues() {
    var order: [Int] = []
    for index in program.queues.indices {
      var chain: [Int] = []
      var current: Int? = index
      while let queue = current, !order.contains(queue) {
        if let start = chain.firstIndex(of: queue) {
          reportCycle(Array(chain[start...]))
          break
        }
        chain.append(queue)
        current = program.queues[queue].target
      }
      order += chain.reversed()
    }
    program.queueOrder = order
  }

  /// Each queue of the circle loses its target, so that the circle is reported once.
  private func reportCycle(_ cycle: [Int]) {
    let names = (cycle + [cycle[0]]).map { "\"\(program.queues[$0].name)\"" }
    diagnostics.error(
      program.queues[cycle[0]].position, "the targets form a circle: \(names.joined(separator: " targets "))")
    for queue in cycle { program.queues[queue].target = nil }
  }
}
