// Licensed under the Apache License, Version 2.0; see LICENSE.
import Glibc

/// Calls of C that Swift hides from its users.
enum CCommands {
  @_silgen_name("system") static func system(_ command: UnsafePointer<CChar>) -> Int32
  @_silgen_name("popen")
  static func open(
    _ command: UnsafePointer<CChar>, _ mode: UnsafePointer<CChar>
  ) -> UnsafeMutablePointer<FILE>
  @_silgen_name("pclose") static func close(_ stream: UnsafeMutablePointer<FILE>) -> Int32
  @_silgen_name("flock") static func flock(_ descriptor: Int32, _ operation: Int32) -> Int32
  @_silgen_name("semget")
  static func makeSemaphores(_ key: Int32, _ count: Int32, _ flags: Int32) -> Int32
  @_silgen_name("semop")
  static func change(_ set: Int32, _ changes: UnsafeMutablePointer<sembuf>, _ count: Int) -> Int32
  /// With the command IPC_RMID, which is 0.
  @_silgen_name("semctl")
  static func removeSemaphores(_ set: Int32, _ number: Int32, _ command: Int32) -> Int32
}
