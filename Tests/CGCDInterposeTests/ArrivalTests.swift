// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import Testing

/// What holds in every test host, without touching the hooks that other tests may be using.
@Suite struct ArrivalTests {
  @Test func callsArriveAndTheLayoutIsKnown() {
    var check = gcdc_self_check()
    let cause = withUnsafeBytes(of: &check.cause) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(cause == "")
    #expect(check.calls_arrive)
    #expect(check.layout_known)
    #expect(gcdc_interposition_supported())
  }
}
#endif
