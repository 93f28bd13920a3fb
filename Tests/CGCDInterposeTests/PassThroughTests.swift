// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDInterposeProbe
import Foundation
import Testing

/// Outside a run nothing changes.
@Suite struct PassThroughTests {
  @Test func theRealLibraryBehavesAsBefore() {
    #expect(probe_pass_through() == 0)
  }

  @Test func hashingIsTheSameInEveryProcess() {
    #expect(gcdc_make_hashing_deterministic())
    var hasher = Hasher()
    hasher.combine(1)
    // Seen in another process; SipHash-1-3 of the eight bytes of 1 under an all-zero key.
    #expect(hasher.finalize() == 2_206_609_067_086_327_257)
  }

  struct Moment: Sendable {
    let when: UInt64
    let clock: Int
    let nanoseconds: UInt64
  }

  static let moments = [
    Moment(when: 0, clock: GCDC_CLOCK_UPTIME, nanoseconds: 0),
    Moment(when: 5, clock: GCDC_CLOCK_UPTIME, nanoseconds: 5),
    Moment(when: 0x8000_0000_0000_0007, clock: GCDC_CLOCK_CONTINUOUS, nanoseconds: 7),
    Moment(when: UInt64.max - 8, clock: GCDC_CLOCK_WALL, nanoseconds: 9),
    Moment(when: UInt64.max, clock: GCDC_CLOCK_WALL, nanoseconds: UInt64.max),
  ]

  @Test(arguments: moments) func dispatchTimesDecode(moment: Moment) {
    var decoded: UInt64 = 1
    #expect(Int(gcdc_time_decode(moment.when, &decoded)) == moment.clock)
    #expect(decoded == moment.nanoseconds)
  }

  @Test func libraryCodeIsToldFromTheProgram() {
    let program = unsafeBitCast(probe_pass_through as @convention(c) () -> Int32, to: UnsafeRawPointer.self)
    let library = dlsym(UnsafeMutableRawPointer(bitPattern: -1), "malloc_usable_size")
    #expect(!gcdc_is_library_address(program))
    #expect(gcdc_is_library_address(library))
    #expect(!gcdc_is_library_address(nil))
    #expect(gcdc_is_user_lock_site(program))
  }

  /// `nftw` calls its own functions by name and the visitor through a pointer.
  @Test func callsOfALibraryAreToldFromItsCallbacks() {
    #expect(probe_library_calls() == 0)
  }
}
#endif
