// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// A block that a C function calls by its context.
final class CalledBlock {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }

  /// Keeps the block for the length of `call`, which passes its context and `runBlock` on.
  fileprivate static func lend(_ block: @escaping () -> Void, to call: (UnsafeMutableRawPointer) -> Void) {
    let body = Unmanaged.passRetained(CalledBlock(block))
    call(body.toOpaque())
    body.release()
  }
}

private func runBlock(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<CalledBlock>.fromOpaque(context).takeUnretainedValue().run() }
}

/// What every other caller in the process gets by that name.
private func function<Function>(_ name: String, as type: Function.Type) -> Function? {
  dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: type) }
}

/// A `dispatch_once` token that is made anew in each schedule.
///
/// Swift hides the function from its own sources, and a `static let` can be run once per process only; so the
/// function is looked up by its name.
struct OnceToken {
  private typealias Function =
    @convention(c) (
      UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// Looked up before the first schedule, never inside one: a lazy global is a once of its own.
  private static let once = function("dispatch_once_f", as: Function.self)

  /// Zero until the block has run; valid from `init` to `discard`.
  private let predicate: UnsafeMutablePointer<Int>

  /// Whether the platform has the function.
  static var isAvailable: Bool { once != nil }

  init() {
    predicate = .allocate(capacity: 1)
    predicate.initialize(to: 0)
  }

  /// Runs the block unless some block has run on this token; waits while one runs.
  func run(_ block: @escaping () -> Void) {
    CalledBlock.lend(block) { Self.once?(predicate, $0, runBlock) }
  }

  /// Frees the token; no thread may wait on it any more.
  func discard() { predicate.deallocate() }
}

/// `dispatch_async_and_wait` and its barrier form, which Swift's overlay for Linux leaves out.
enum AsyncAndWait {
  private typealias Function =
    @convention(c) (
      OpaquePointer, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// Looked up before the first schedule: see `OnceToken`.
  private static let plain = function("dispatch_async_and_wait_f", as: Function.self)
  private static let barrier = function("dispatch_barrier_async_and_wait_f", as: Function.self)

  /// Whether the platform has both, and the queue behind a `DispatchQueue` can be found.
  static var isAvailable: Bool { plain != nil && barrier != nil && object(of: .main) != nil }

  /// Runs the block on the queue and returns when it has ended.
  static func run(on queue: DispatchQueue, barrier isBarrier: Bool, _ block: @escaping () -> Void) {
    guard let function = isBarrier ? barrier : plain, let object = object(of: queue) else { return }
    CalledBlock.lend(block) { function(object, $0, runBlock) }
  }

  /// What the overlay's class wraps.
  private static func object(of queue: DispatchQueue) -> OpaquePointer? {
    Mirror(reflecting: queue).children.first?.value as? OpaquePointer
  }
}
