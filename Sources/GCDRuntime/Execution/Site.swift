// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose

/// Where in the program an operation is: a return address, or a position in a scenario file.
///
/// Bit 63 tells them apart; user addresses on x86-64 and aarch64 Linux never have it.
struct Site: Equatable {
  var rawValue: UInt64

  static var none: Site { Site(rawValue: 0) }

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ address: UnsafeRawPointer?) { rawValue = UInt64(UInt(bitPattern: address)) }

  /// `file` is an interned index below 2^15, line and column below 2^24; larger ones are cut to the last that
  /// fits.
  init(file: Int, line: Int, column: Int) {
    rawValue =
      1 << 63 | UInt64(min(file, 0x7fff)) << 48 | UInt64(min(line, 0xff_ffff)) << 24
      | UInt64(min(column, 0xff_ffff))
  }

  var address: UInt? { rawValue >> 63 == 0 && rawValue != 0 ? UInt(rawValue) : nil }

  /// The same in each process of a program: the system may give its files other addresses in each.
  var portableValue: UInt64 {
    address.map { gcdc_portable_address(UnsafeRawPointer(bitPattern: $0)) } ?? rawValue
  }

  var position: (file: Int, line: Int, column: Int)? {
    guard rawValue >> 63 == 1 else { return nil }
    return (Int(rawValue >> 48 & 0x7fff), Int(rawValue >> 24 & 0xff_ffff), Int(rawValue & 0xff_ffff))
  }
}
#endif
