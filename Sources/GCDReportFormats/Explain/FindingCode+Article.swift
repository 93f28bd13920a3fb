// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension FindingCode {
  /// The article of the documentation about the code; the build puts the files of `Pages` into the program.
  package var article: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .syncOnOwnQueue: PackageResources.GCD101_md
    case .waitCycle: PackageResources.GCD102_md
    case .semaphoreNeverSignaled: PackageResources.GCD103_md
    case .groupNeverEmpty: PackageResources.GCD104_md
    case .waitNeverSatisfied: PackageResources.GCD105_md
    case .poolExhausted: PackageResources.GCD106_md
    case .taskNeverFinishes: PackageResources.GCD107_md
    case .unbalancedLeave: PackageResources.GCD201_md
    case .overResume: PackageResources.GCD202_md
    case .releasedWhileSuspended: PackageResources.GCD203_md
    case .semaphoreFreedTooLow: PackageResources.GCD204_md
    case .leftSuspended: PackageResources.GCD205_md
    case .misuse: PackageResources.GCD206_md
    case .preconditionFailed: PackageResources.GCD207_md
    case .sourceDropped: PackageResources.GCD208_md
    case .lockOrderInversion: PackageResources.GCD301_md
    case .barrierOnGlobalQueue: PackageResources.GCD303_md
    case .dataRace: PackageResources.GCD401_md
    case .livelock: PackageResources.GCD402_md
    case .testFailed: PackageResources.GCD501_md
    case .notDeterministic: PackageResources.GCD901_md
    case .uncontrolled: PackageResources.GCD902_md
    }
  }
}
