// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// How the main queue is served.
public struct MainQueueState {
  var host = MainQueueHost.served
  var isServed = true
  /// The main thread is in `_dispatch_main_queue_callback_4CF`.
  var isDraining = false
  /// Blocks that came to the main queue later than this wait for the next callback.
  var limit = UInt64.max
  /// There may be new work for the main thread: set when a block reaches a queue that it serves.
  public internal(set) var mayHaveWork = false
}
