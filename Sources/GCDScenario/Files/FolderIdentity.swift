// Licensed under the Apache License, Version 2.0; see LICENSE.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder, whatever path leads to it.
struct FolderIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where the path leads nowhere, and for folders in which the kernel shows its own state: those of
  /// `/proc` and `/sys` lead to all others, and hold nobody's files.
  init?(_ path: String) {
    guard let status = FolderIdentity.status(path) else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    if FolderIdentity.kernelDevices.contains(device) { return nil }
  }

  private static let kernelDevices: Set<UInt64> = {
    let root = status("/").map { UInt64(truncatingIfNeeded: $0.st_dev) }
    let devices = ["/proc", "/sys"].compactMap { status($0) }.map { UInt64(truncatingIfNeeded: $0.st_dev) }
    return Set(devices.filter { $0 != root })
  }()

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
