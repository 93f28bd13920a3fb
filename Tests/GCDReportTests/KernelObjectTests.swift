// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
import Testing

@testable import GCDReport

/// What is said of waits for descriptors, signals and processes.
@Suite struct KernelObjectTests {
  /// Several calls are one operation; the object says which of them it is.
  @Test func aWaitForASignalIsNamedByItsCall() {
    func headline(_ label: String?) -> String {
      let signal = ObjectName(.signal, label: label)
      return StarvedWait(.descriptor, WaitEdge(waiter: "main thread", .waitForSignal, for: signal))
        .headline(participants: [])
    }
    #expect(headline(nil).hasPrefix("the main thread waits in sigwait for a signal"))
    #expect(headline("sigsuspend").hasPrefix("the main thread waits in sigsuspend for a signal"))
    let activity = Activity.blocked(in: .waitForSignal, on: ObjectName(.signal, label: "pause"))
    #expect(activity.phrase == "blocked in pause")
  }

  @Test func whatIsReadMayBeOpenHereAtItsOtherEnd() {
    let place = CodeLocation(file: "/a/b/F.swift", line: 20, column: 3)
    let pipe = ObjectName(.descriptor, created: place)
    let edge = WaitEdge(waiter: "main thread", .readDescriptor, for: pipe)
    let open = StarvedWait(.read, edge, isOtherEndOpen: true)
    #expect(
      open.headline(participants: [])
        == "the main thread reads from the file descriptor created at F.swift:20, whose other end is open in "
        + "this process, and nothing left writes to that or closes it")
    #expect(open.hints == [.closeOtherEnd])
    #expect(StarvedWait(.read, edge).headline(participants: []).hasSuffix("nothing left can write to it"))
    let child = ObjectName(.childProcess)
    #expect(
      StarvedWait(.descriptor, WaitEdge(waiter: "main thread", .waitForProcess, for: child))
        .headline(participants: [])
        == "the main thread sits in waitpid for a child process, which has not ended")
  }
}
