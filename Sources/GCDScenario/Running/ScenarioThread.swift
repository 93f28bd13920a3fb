// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// An entry of `threads:`: a thread that runs its steps next to the body, which waits for it at its end.
struct ScenarioThread {
  #if canImport(Darwin)
  private var handle: pthread_t?
  #else
  private var handle = pthread_t()
  #endif
  private var isStarted = false

  init(_ run: @escaping () -> Void) {
    let body = Unmanaged.passRetained(CalledBlock(run))
    let result = pthread_create(&handle, nil, Self.main, body.toOpaque())
    isStarted = result == 0
    if !isStarted { body.release() }
  }

  func join() {
    guard isStarted else { return }
    #if canImport(Darwin)
    if let handle { pthread_join(handle, nil) }
    #else
    pthread_join(handle, nil)
    #endif
  }

  #if canImport(Darwin)
  private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
    Unmanaged<CalledBlock>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }
  #else
  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    context in
    if let context { Unmanaged<CalledBlock>.fromOpaque(context).takeRetainedValue().run() }
    return nil
  }
  #endif
}
