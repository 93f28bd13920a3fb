// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import CDispatch
import Glibc

// Functions that the Swift importer hides or gives an awkward type.
typealias Work = @convention(c) (UnsafeMutableRawPointer?) -> Void
typealias WaitingCall = @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Work) -> Void
typealias ObjectCall = @convention(c) (OpaquePointer) -> Void

let asyncAndWait = function("dispatch_async_and_wait_f", WaitingCall.self)
let barrierAsyncAndWait = function("dispatch_barrier_async_and_wait_f", WaitingCall.self)
let suspend = function("dispatch_suspend", ObjectCall.self)
let resume = function("dispatch_resume", ObjectCall.self)
let activate = function("dispatch_activate", ObjectCall.self)
let forever = UInt64.max

func concurrentAttribute() -> dispatch_queue_attr_t? {
  dlsym(nil, "_dispatch_queue_attr_concurrent").map { OpaquePointer($0) }
}

private func function<Function>(_ name: String, _ type: Function.Type) -> Function {
  guard let address = dlsym(nil, name) else { fatalError("no \(name)") }
  return unsafeBitCast(address, to: type)
}

/// A block on its way to a queue.
final class Submission {
  let run: RealRun
  let block: Int

  init(run: RealRun, block: Int) {
    self.run = run
    self.block = block
  }
}

let runBlock: Work = { context in
  let submission = Unmanaged<Submission>.fromOpaque(context!).takeRetainedValue()
  submission.run.execute(submission.block)
}
#endif
