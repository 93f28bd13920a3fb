// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A request that is tried again after a failure, up to three times.
final class Fetcher {
  private let queue = DispatchQueue(label: "fetcher")
  private var attempts = 0

  private func request(completion: @escaping (Bool) -> Void) {
    DispatchQueue.global().async {
      let number: Int = self.queue.sync {
        self.attempts += 1
        return self.attempts
      }
      completion(number >= 3)
    }
  }

  func fetch(triesLeft: Int, completion: @escaping (Bool) -> Void) {
    request { succeeded in
      if succeeded {
        completion(true)
      } else if triesLeft == 0 {
        completion(false)
      } else {
        self.queue.asyncAfter(deadline: .now() + .seconds(1)) {
          self.fetch(triesLeft: triesLeft - 1, completion: completion)
        }
      }
    }
  }
}

let fetcher = Fetcher()
let group = DispatchGroup()
var succeeded = false
group.enter()
fetcher.fetch(triesLeft: 3) { result in
  succeeded = result
  group.leave()
}
group.wait()
precondition(succeeded)
