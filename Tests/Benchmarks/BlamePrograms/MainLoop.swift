// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

// A tool that turns the main run loop until its work has come back.
final class Importer {
  private let background = DispatchQueue(label: "import")
  private(set) var isFinished = false
  private(set) var rows = 0

  func start(count: Int) {
    background.async {
      for row in 1...count {
        DispatchQueue.main.async {
          self.rows += row
        }
      }
      DispatchQueue.main.async {
        self.isFinished = true
      }
    }
  }
}

let importer = Importer()
importer.start(count: 4)
let limit = Date(timeIntervalSinceNow: 60)
while !importer.isFinished, Date() < limit {
  RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
}
precondition(importer.isFinished && importer.rows == 10)
