// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel

/// Calls of Foundation and XCTest, made by the program, behind which others may continue.
extension gcdc_hooks {
  mutating func installLibraryCalls() {
    foundation.enters = { theEngine.enterLibraryCall() }
    foundation.returns = { site in theEngine.returnFromLibraryCall(site) }
  }
}
#endif
