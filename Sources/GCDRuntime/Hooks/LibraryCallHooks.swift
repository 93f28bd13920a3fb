// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// Calls of Foundation and XCTest, made by the program, behind which others may continue.
extension gcdc_hooks {
  mutating func installLibraryCalls() {
    foundation.enters = { theEngine.enterLibraryCall() }
    foundation.returns = { site in theEngine.returnFromLibraryCall(site) }
    foundation.stores = { isChange, site in theEngine.useStore(isChange ? .write : .read, site) }
  }
}

extension Engine {
  /// Before the values are used that Foundation keeps for the whole process. A step only where another task
  /// can continue, as a look for a file.
  fileprivate func useStore(_ kind: OperationKind, _ site: CallSite) {
    if pointee.world.core.enabled.count > 1 { _ = step(Operation(kind, store), site) }
  }

  /// No scenario has so many variables, and no address has this bit.
  private static var indexOfStore: Int { 1 << 61 }

  private var store: ObjectID {
    let object = variable(Self.indexOfStore)
    if pointee.notes.names[object] == nil { pointee.notes.names[object] = "UserDefaults" }
    return object
  }
}
#endif
