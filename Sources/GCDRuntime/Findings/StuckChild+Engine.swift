// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport

extension StuckChild {
  /// The process by which nothing comes from outside any more; nil where something may still come.
  init?(awaitedIn engine: Engine) {
    guard let found = DescriptorWaits(engine: engine).stuckChild else { return nil }
    var name = found.name
    let program = withUnsafeBytes(of: &name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    self.init(program, isWriting: found.writes)
  }
}
#endif
