// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The continuation hands the text over.
final class Reply: @unchecked Sendable {
  var continuation: CheckedContinuation<Void, Never>?
  var text = ""
}

let reply = Reply()
await withCheckedContinuation { continuation in
  reply.continuation = continuation
  Task.detached {
    reply.text = "pong"
    reply.continuation?.resume()
  }
}
guard reply.text == "pong" else { fatalError("no reply") }
