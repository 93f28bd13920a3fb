// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Readable forms for failure messages.
extension Program: CustomStringConvertible {
  public var description: String {
    var lines: [String] = []
    for (index, queue) in queues.enumerated() {
      let target = queue.target < 0 ? "" : " -> q\(queue.target)"
      lines.append("q\(index): \(queue.kind)\(target)\(queue.isInactive ? " inactive" : "")")
    }
    if !semaphores.isEmpty { lines.append("semaphores \(semaphores)") }
    for (index, block) in blocks.enumerated() { lines.append("block \(index): \(block)") }
    return lines.joined(separator: "\n")
  }
}

extension Act: CustomStringConvertible {
  public var description: String {
    let barrier = flag ? " barrier" : ""
    switch kind {
    case .async: return "async\(barrier) q\(object) b\(block)" + (second < 0 ? "" : " g\(second)")
    case .sync, .asyncAndWait: return "\(kind)\(barrier) q\(object) b\(block)"
    case .notify: return "notify g\(object) q\(second) b\(block)"
    case .enter, .leave, .groupWait: return "\(kind) g\(object)"
    case .signal, .wait: return "\(kind) s\(object)"
    case .suspend, .resume, .activate: return "\(kind) q\(object)"
    case .lock, .unlock: return "\(kind) m\(object)"
    case .signalCondition: return flag ? "broadcast" : "signal"
    case .readLock, .writeLock, .unlockReadWrite, .conditionWait, .posixWait, .posixPost: return "\(kind)"
    }
  }
}

extension RealLog.Entry: CustomStringConvertible {
  public var description: String {
    switch self {
    case .blockBegins(let block): return "b\(block){"
    case .blockEnds(let block): return "}b\(block)"
    case .actBegins(let block, let act): return "\(block).\(act)<"
    case .actEnds(let block, let act): return ">\(block).\(act)"
    }
  }
}
