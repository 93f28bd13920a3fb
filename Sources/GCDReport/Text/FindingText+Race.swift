// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingText {
  /// The two accesses with their stacks and blocks, then what the memory is.
  mutating func add(_ evidence: DataRace) {
    let width = evidence.accesses.map(\.participant.count).max() ?? 0
    for access in evidence.accesses {
      page.gap()
      let amount = access.size > 0 ? " \(counted(access.size, "byte"))" : ""
      let place = access.submission?.queue.map { ", inside a block of \($0.compact)" } ?? ""
      page.line("  \(access.participant.padded(to: width))   \(access.action.singular)\(amount)\(place)")
      if access.stack.isEmpty {
        page.line("       (its stack is no longer known)")
      } else {
        add(access.stack)
      }
      if let submission = access.submission { add(submission) }
    }
    add(evidence.memory, evidence.subject)
  }

  private mutating func add(_ memory: DataRace.Memory, _ subject: String?) {
    switch memory {
    case .heap(let bytes, let participant, let stack):
      page.gap()
      page.line("  the memory is in a block of \(counted(bytes, "byte")), allocated by \(named(participant))")
      if stack.contains(where: \.isUserCode) { add(stack) }
    case .global:
      page.gap()
      page.line("  the memory is the global variable \(subject ?? "of an unknown name")")
    case .stack(let participant):
      page.gap()
      page.line("  the memory is on the stack of \(named(participant))")
    case .unknown: break
    }
  }
}

extension DataRace.Action {
  /// "writes", of one participant.
  package var singular: String {
    switch self {
    case .reads: "reads"
    case .writes: "writes"
    case .readsAtomically: "atomically reads"
    case .writesAtomically: "atomically writes"
    case .frees: "frees"
    }
  }

  /// "write", of two participants.
  var plural: String {
    switch self {
    case .reads: "read"
    case .writes: "write"
    case .readsAtomically: "atomically read"
    case .writesAtomically: "atomically write"
    case .frees: "free"
    }
  }
}
