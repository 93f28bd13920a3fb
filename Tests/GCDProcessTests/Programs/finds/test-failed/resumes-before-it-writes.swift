// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A detached task resumes the continuation, and writes what the other one reads then.
final class Reply: @unchecked Sendable {
  var continuation: CheckedContinuation<Void, Never>?
  var text = ""
}

let reply = Reply()
await withCheckedContinuation { continuation in
  reply.continuation = continuation
  Task.detached {
    reply.continuation?.resume()  // cause
    reply.text = "pong"
  }
}
guard reply.text == "pong" else { fatalError("no reply") }
