// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The operation may run before what is behind its addition.
final class Report: @unchecked Sendable {
  private let queue = OperationQueue()
  private var title: String?
  private(set) var text = ""

  func write() {
    queue.addOperation { self.render() }  // cause
    title = "June"
    queue.waitUntilAllOperationsAreFinished()
  }

  private func render() { text = title! }
}

let report = Report()
report.write()
precondition(report.text == "June")
