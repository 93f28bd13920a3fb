// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import Glibc
import Testing

/// A child process that the program does not notice.
@Suite(.serialized) struct ChildProcessTests {
  /// As ever, and as under an emulator.
  enum Way: CaseIterable { case sharingMemory, byFork }

  // Written by the handler and read by one test; the suite is serialized.
  private nonisolated(unsafe) static var signals = 0

  @Test(arguments: Way.allCases) func talksAndLeavesNoTrace(_ way: Way) throws {
    var count = sigaction()
    var before = sigaction()
    // What a program under test may have: a handler that counts its children's ends.
    count.__sigaction_handler.sa_handler = { _ in ChildProcessTests.signals += 1 }
    sigaction(SIGCHLD, &count, &before)
    defer { sigaction(SIGCHLD, &before, nil) }
    ChildProcessTests.signals = 0

    var child = gcdc_child()
    try #require(start("/bin/cat", way, &child) == 0)
    #expect(send(child.socket, "hello\n", 6, 0) == 6)
    var answer = [UInt8](repeating: 0, count: 16)
    #expect(recv(child.socket, &answer, 16, 0) == 6)
    #expect(String(decoding: answer.prefix(6), as: UTF8.self) == "hello\n")
    #expect(fcntl(child.socket, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
    #expect(fcntl(child.descriptor, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
    // It is nobody's to wait for.
    #expect(kill(child.process, 0) == 0)
    #expect(waitpid(child.process, nil, WNOHANG) == -1)
    gcdc_child_end(child)
    // Of two forks another thread may see the signal first.
    if way == .sharingMemory { #expect(ChildProcessTests.signals == 0) }
  }

  @Test(arguments: Way.allCases) func aProgramThatIsNotThere(_ way: Way) {
    var child = gcdc_child()
    #expect(start("/nowhere/program", way, &child) == -ENOENT)
    #expect(child.process == -1 && child.socket == -1 && child.descriptor == -1)
  }

  @Test(arguments: Way.allCases) func signalsHaveTheirDefaultActionsInIt(_ way: Way) throws {
    let before = signal(SIGTERM, SIG_IGN)
    defer { signal(SIGTERM, before) }
    var child = gcdc_child()
    try #require(start("/bin/cat", way, &child) == 0)
    kill(child.process, SIGTERM)
    var answer = [UInt8](repeating: 0, count: 16)
    #expect(recv(child.socket, &answer, 16, 0) == 0)  // it ended
    gcdc_child_end(child)
  }

  private func start(_ path: String, _ way: Way, _ child: inout gcdc_child) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    defer { free(arguments[0]) }
    switch way {
    case .sharingMemory: return gcdc_child_start(path, &arguments, &environment, &child)
    case .byFork: return gcdc_child_start_by_fork(path, &arguments, &environment, &child)
    }
  }
}
#endif
