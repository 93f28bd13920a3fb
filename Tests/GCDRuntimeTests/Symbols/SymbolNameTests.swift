// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Testing

@testable import GCDRuntime

/// What mangled names say, and whose code they name.
@Suite struct SymbolNameTests {
  @Test(
    arguments: [
      ("$s4Main5CacheC7refreshyyFyycfU_", "closure #1 in Cache.refresh()", "Main"),
      ("$s4Main5CacheC7refreshyyFyyYbcfU_", "closure #1 in Cache.refresh()", "Main"),
      ("$s4Main3addyS2i_SitF", "add(_:_:)", "Main"),
      ("$s4Main5CacheC5itemsSaySiGvg", "Cache.items.getter", "Main"),
      ("$sSa4MainE5helloyyF", "Array.hello()", "Main"),
      ("$sSaySayxGSicfCSi_Tg5", "Array.init(_:)", "Swift"),
      ("_ZN5swift7runtime15SwiftTLSContext3getEv", "swift::runtime::SwiftTLSContext::get()", nil),
      ("main", "main", nil),
      ("$s_no_mangled_name", "$s_no_mangled_name", nil),
    ] as [(String, String, String?)])
  func shortFormAndModule(raw: String, short: String, module: String?) {
    let name = SymbolName(raw)
    #expect(name.short == short)
    #expect(name.module == module)
    #expect(!name.isThunk)
  }

  /// What the macro `@Test` makes around a test function.
  @Test func aFunctionOfAMacro() {
    let raw =
      "$s7RpTests5GroupV03$s7a6Tests5C37V3two4TestfMp_17Z23ce8da918d12229fMu_33_"
      + "A6F11BE6DFA6DF5D4D51787F8F2CAB91LLyyYaYbKFZ0daecfgH14_7__localfMu0_L_yyScA_pSgYiYaYbKF"
    #expect(SymbolName(raw).isThunk)
  }

  @Test(arguments: ["$s4Main5CacheC7refreshyyFyycfU_TA", "$sIeg_IeyB_TR"])
  func thunks(raw: String) {
    #expect(SymbolName(raw).isThunk)
    #expect(!CodeOwner.isUser(symbol: SymbolName(raw), file: nil))
  }

  @Test(
    arguments: [
      ("$s4Main5CacheC7refreshyyF", nil, true),
      ("$s10GCDRuntime10SymbolizerC4stopyyF", nil, false),
      ("$s13GCDCheckTests4RoomC4stopyyF", nil, true),
      ("$sSaySayxGSicfCSi_Tg5", nil, false),
      ("user_function", "/home/user/package/Sources/C/file.c", true),
      ("gcdc_thread_run", nil, false),
      ("dispatch_sync", "/home/user/.build/checkouts/gcdcheck/Sources/CGCDInterpose/Queues.c", false),
      ("dispatch_sync", nil, false),
      ("main", "/home/user/package/.build/debug/pPackageTests.derived/runner.swift", false),
      ("main", "/home/user/package/Sources/tool/main.swift", true),
      ("", nil, false),
    ] as [(String, String?, Bool)])
  func owners(raw: String, file: String?, isUser: Bool) {
    #expect(CodeOwner.isUser(symbol: SymbolName(raw), file: file) == isUser)
  }
}
#endif
