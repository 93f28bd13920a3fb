// Licensed under the Apache License, Version 2.0; see LICENSE.

import CGCDInterpose
import GCDVocabulary
import XCTest

/// The rows of `CGCDOperations.h` are those of `OperationKind`.
final class OperationNumberTests: XCTestCase {
  func testCAndSwiftHaveTheSameOperations() {
    for number in UInt8.min...UInt8.max {
      let inC = gcdc_operation_name(Int32(number)).map { String(cString: $0) }
      let inSwift = OperationKind(rawValue: number).map { "\($0)" }
      XCTAssertEqual(inC, inSwift, "number \(number)")
    }
  }

  func testNoNumberOfCIsTooLargeForSwift() {
    for number in Int32(UInt8.max) + 1...1_000 { XCTAssertNil(gcdc_operation_name(number)) }
  }

  func testCodeInCNamesTheOperationThatItMeans() {
    XCTAssertEqual(OperationKind(rawValue: UInt8(GCDC_OPERATION_BARRIER_SYNC.rawValue)), .barrierSync)
    XCTAssertEqual(OperationKind(rawValue: UInt8(GCDC_OPERATION_WAIT_FOR_SIGNAL.rawValue)), .waitForSignal)
  }
}
