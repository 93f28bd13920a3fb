// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What the operation needs is there when it is added.
final class Report: @unchecked Sendable {
  private let queue = OperationQueue()
  private var title: String?
  private(set) var text = ""

  func write() {
    title = "June"
    queue.addOperation { self.render() }
    queue.waitUntilAllOperationsAreFinished()
  }

  private func render() { text = title! }
}

let report = Report()
report.write()
precondition(report.text == "June")
