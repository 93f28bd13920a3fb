// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread

/// Connects the interposers to the engine, once per process, and refuses where control would be an illusion.
enum Installation {
  // Written under the run lock only.
  nonisolated(unsafe) private static var isDone = false

  static func ensure() throws(ControlProblem) {
    if isDone { return }
    guard gcdc_interposition_supported(), gcdc_threads_supported() else { throw .unsupportedPlatform }
    let check = gcdc_self_check()
    if !check.calls_arrive { throw .notInterposed(cause: text(check.cause)) }
    if !check.library_is_open { throw .closedLibrary }
    if !check.layout_known { throw .unknownLayout(cause: text(check.cause)) }
    _ = gcdc_make_hashing_deterministic()
    makeEngine()
    var hooks = gcdc_hooks()
    hooks.installQueues()
    hooks.installApply()
    hooks.installWaiting()
    hooks.installItems()
    hooks.installLifetime()
    hooks.installSources()
    hooks.installLocks()
    hooks.installSystem()
    hooks.installMain()
    hooks.installSwiftTasks()
    hooks.installAsyncPoints()
    hooks.installDescriptors()
    hooks.installThreads()
    hooks.installPrimitives()
    hooks.installWorkloops()
    hooks.installOperations()
    hooks.installLibraryCalls()
    gcdc_install_hooks(&hooks)
    gcdc_watch_methods()
    gcdc_watch_mutexes()
    gcdc_prove_tasks(nil)
    gcdc_learn_stream_lock(true)
    AsyncStream<Void>.makeStream().continuation.yield()
    gcdc_learn_stream_lock(false)
    gcdc_prepare_race_reports()
    gcdc_set_own_thread_call(gcdc_thread_own_system_call)
    isDone = true
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The engine of the process; there from the installation on.
var theEngine: Engine { execution! }

// Set once, never moved and never freed; reached by the run lock's owner and by the virtual threads of its
// run only, which are all one kernel thread. A lazy global would cost each hook a call of `swift_once`.
nonisolated(unsafe) private var execution: Engine?

private func makeEngine() {
  let engine = Engine.allocate(capacity: 1)
  engine.initialize(to: Execution())
  execution = engine
}
#endif
