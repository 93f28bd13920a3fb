// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// `dispatch_async_and_wait` and its barrier form, which Swift's overlay for Linux leaves out; looked up by
/// their names, as `OnceToken` does it.
enum AsyncAndWait {
  private typealias Function =
    @convention(c) (
      OpaquePointer, UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void
    ) -> Void

  /// Looked up before the first schedule: see `OnceToken`.
  private static let plain = function("dispatch_async_and_wait_f")
  private static let barrier = function("dispatch_barrier_async_and_wait_f")

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Whether the platform has both, and the queue behind a `DispatchQueue` can be found.
  static var isAvailable: Bool { plain != nil && barrier != nil && object(of: .main) != nil }

  /// Runs the block on the queue and returns when it has ended.
  static func run(on queue: DispatchQueue, barrier isBarrier: Bool, _ block: @escaping () -> Void) {
    guard let function = isBarrier ? barrier : plain, let object = object(of: queue) else { return }
    let body = Unmanaged.passRetained(Body(block))
    function(object, body.toOpaque()) { context in
      if let context { Unmanaged<Body>.fromOpaque(context).takeUnretainedValue().run() }
    }
    body.release()
  }

  private static func function(_ name: String) -> Function? {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), name) else { return nil }
    return unsafeBitCast(symbol, to: Function.self)
  }

  /// What the overlay's class wraps.
  private static func object(of queue: DispatchQueue) -> OpaquePointer? {
    Mirror(reflecting: queue).children.first?.value as? OpaquePointer
  }
}
