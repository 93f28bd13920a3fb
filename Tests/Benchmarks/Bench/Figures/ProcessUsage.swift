// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What this process has used so far, as the system counts it.
enum ProcessUsage {
  /// User and system time in seconds.
  static var cpuSeconds: Double { seconds(ofChildren: false) }

  /// The same of the processes that it has started and that have ended.
  static var childrenSeconds: Double { seconds(ofChildren: true) }

  private static func seconds(ofChildren: Bool) -> Double {
    var usage = rusage()
    let who = ofChildren ? RUSAGE_CHILDREN : RUSAGE_SELF
    #if canImport(Glibc)
    getrusage(__rusage_who_t(who.rawValue), &usage)
    #else
    getrusage(who, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The most memory that was resident since the last `resetPeak`, in KiB; 0 where the system does not say.
  static var peakKilobytes: Int { statusField("VmHWM:") }

  /// What is resident now, in KiB.
  static var residentKilobytes: Int { statusField("VmRSS:") }

  static var threads: Int { statusField("Threads:") }

  /// Lets the peak start again from what is resident now.
  static func resetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  /// The number in the line of `/proc/self/status` that begins with `name`.
  private static func statusField(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return Int(text.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
    }
    return 0
  }
}
