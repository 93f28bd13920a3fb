// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDReport
import Glibc

extension InterpositionReport {
  /// Those of this process.
  package static func here() -> InterpositionReport {
    var facts = InterpositionReport()
    var check = gcdc_self_check()
    facts.callsArrive = check.calls_arrive
    facts.layoutIsKnown = check.layout_known
    facts.unknownParts = RuntimePart.unknownHere() ?? []
    let cause = withUnsafeBytes(of: &check.cause) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    facts.cause = cause.isEmpty ? nil : cause
    facts.families = families()
    facts.switchesBySystemCall = gcdc_thread_needs_system_call()
    facts.libraryVersion = String(cString: gcdc_library_version())
    let reader = ReaderSearch.find()
    facts.symbolizer = reader?.path
    facts.hasColumns = reader?.knowsColumns ?? false
    facts.missingReader = reader == nil ? MissingReader.here() : nil
    facts.exceptionUnwinder = gcdc_unwind_exception_provider().map { String(cString: $0) }
    facts.hashingIsFixed = gcdc_make_hashing_deterministic()
    facts.stackLimit = limit(RLIMIT_STACK)
    facts.threadLimit = limit(__RLIMIT_NPROC)
    let status = systemText("/proc/self/status")
    facts.isTraced = (number("TracerPid:", in: status) ?? 0) != 0
    facts.seccompMode = number("Seccomp:", in: status) ?? 0
    let withoutRandomness = 0x004_0000
    let personality = Int(systemText("/proc/self/personality").prefix { $0.isHexDigit }, radix: 16) ?? 0
    facts.addressesAreFixed = personality & withoutRandomness != 0
    return facts
  }

  private static func families() -> [Family] {
    var families: [Family] = []
    var family = gcdc_family()
    while gcdc_family_at(families.count, &family) {
      families.append(
        Family(
          name: family.name.map { String(cString: $0) } ?? "", functions: family.functions,
          absent: family.absent, elsewhere: family.elsewhere,
          firstElsewhere: family.first_elsewhere.map { String(cString: $0) },
          provider: family.provider.map { String(cString: $0) }))
    }
    return families
  }

  private static func limit(_ resource: __rlimit_resource) -> UInt64 {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return 0 }
    return limit.rlim_cur == rlim_t.max ? 0 : UInt64(limit.rlim_cur)
  }

  private static func number(_ key: String, in text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.dropFirst(key.count).split { $0 == "\t" || $0 == " " }.first.flatMap { Int($0) }
  }
}
#endif
