// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import Glibc

/// Connections over the loopback of this machine.
enum Loopback {
  /// A socket that listens on a port of the system's choice.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var port: UInt16 = 0
    let isListening = withAddress(port: 0) { address, size in
      guard bind(listener, address, size) == 0, Glibc.listen(listener, 128) == 0 else { return false }
      var length = size
      guard getsockname(listener, address, &length) == 0 else { return false }
      port = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
      return true
    }
    try require(isListening)
    return (listener, port)
  }

  static func connect(port: UInt16) throws -> Int32 {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = withAddress(port: port) { Glibc.connect(client, $0, $1) == 0 }
    try require(isConnected)
    return client
  }

  /// Both ends of one connection; nobody listens any more.
  static func connect() throws -> (server: Int32, client: Int32) {
    let (listener, port) = try listen()
    let client = try connect(port: port)
    let server = accept(listener, nil, nil)
    try require(server >= 0)
    close(listener)
    return (server, client)
  }

  /// A port on which connections are taken and nothing is ever said, and the other process that sees to it.
  static func makeSilentServer() throws -> (port: UInt16, process: pid_t) {
    let (listener, port) = try listen()
    var process: pid_t = 0
    let arguments = [strdup("sleep"), strdup("600"), nil]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    inheritNothing(but: listener, &actions)
    let result = posix_spawn(&process, "/bin/sleep", &actions, nil, arguments, environ)
    posix_spawn_file_actions_destroy(&actions)
    for argument in arguments { free(argument) }
    close(listener)
    try require(result == 0)
    return (port, process)
  }

  /// The pipes of tests that run meanwhile would stay open as long as the process lives.
  static func inheritNothing(but kept: Int32? = nil, _ actions: inout posix_spawn_file_actions_t) {
    for descriptor in 3..<Int32(1_024) where descriptor != kept {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
  }

  private static func withAddress<Result>(
    port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
