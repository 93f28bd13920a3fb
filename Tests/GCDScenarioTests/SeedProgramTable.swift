// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Where each seed program is judged: scenario files by name, Swift tests by function name, or the later
/// issue that the rest of it waits for.
///
/// A row is complete when at least one of the three is given. Rows that only Swift code can express get their
/// test's name in `swiftTests` when the test is written.
struct SeedProgram {
  enum Issue: Int {
    /// Work items, other sources, I/O, run loops, threads, ThreadSanitizer.
    case allOfDispatch = 3
    case exploration = 4
    case reports = 5
  }

  let id: String
  var scenarios: [String] = []
  var swiftTests: [String] = []
  var waitsFor: Issue?

  static let table: [SeedProgram] = [
    SeedProgram(id: "P01", scenarios: ["a-repeating-timer-and-cancel"]),
    SeedProgram(id: "P02", scenarios: ["a-countdown-that-cancels-itself"]),
    SeedProgram(
      id: "P03",
      swiftTests: [
        "p03TimerHeldByALocalOnly", "p03AReadSourceHeldByALocalOnly", "p03ASignalSourceHeldByALocalOnly",
      ]),
    SeedProgram(
      id: "P04",
      scenarios: [
        "a-timer-that-was-never-started", "a-timer-that-nobody-starts",
        "a-timer-is-cancelled-started-and-dropped",
      ]),
    SeedProgram(
      id: "P05",
      scenarios: [
        "a-timer-is-resumed-twice", "a-queue-is-resumed-that-was-never-suspended",
        "a-timer-is-activated-then-resumed", "an-inactive-queue-is-resumed", "a-timer-is-activated-twice",
        "suspend-and-resume-in-pairs",
      ]),
    SeedProgram(id: "P06", scenarios: ["two-seconds-later-on-main"]),
    SeedProgram(id: "P07", scenarios: ["reply-after-three-seconds"]),
    SeedProgram(
      id: "P08", scenarios: ["three-requests-in-one-group"],
      swiftTests: ["p08RepliesOnTwoQueuesAddToOneSum", "p08RepliesThroughTheMainQueue"]),
    SeedProgram(
      id: "P09",
      scenarios: [
        "notify-without-leave", "wait-without-leave", "a-wait-gives-up-and-the-group-stays-entered",
      ]),
    SeedProgram(
      id: "P10",
      scenarios: ["leave-without-enter", "leave-once-more-on-a-rare-path", "every-path-leaves-once"]),
    SeedProgram(id: "P11", scenarios: ["freed-while-taken", "given-back-before-it-is-freed"]),
    SeedProgram(id: "P12", swiftTests: ["p12AFinalizerRunsOnceAfterTheLastWork"]),
    SeedProgram(id: "P13", scenarios: ["a-suspended-queue-and-its-target", "suspend-and-resume-in-pairs"]),
    SeedProgram(
      id: "P14",
      scenarios: [
        "a-queue-stays-suspended-with-work-behind-it", "a-suspended-queue-is-dropped",
        "a-queue-is-resumed-before-it-is-dropped",
      ]),
    SeedProgram(
      id: "P15", swiftTests: ["p15DataMergesWhileSuspendedOrBusy", "p15NoValueIsLostWhileTheHandlerRuns"]),
    SeedProgram(
      id: "P16",
      swiftTests: [
        "p16AFileIsReadToItsEnd", "p16APipeIsDrainedUntilItsEnd", "p16AWriteSourceFillsAPipe",
        "p16BytesAreLostWhereTheDataIsTakenForTheirNumber",
      ]),
    SeedProgram(id: "P17", swiftTests: ["p17SignalsInBursts"]),
    // Nothing to run on Linux; as a scenario it is an error that says so.
    SeedProgram(id: "P18", swiftTests: ["sourcesThatDoNotExistOnLinuxAreAClearError"]),
    SeedProgram(id: "P19", scenarios: ["a-timer-on-the-wall-clock"]),
    SeedProgram(id: "P20", scenarios: ["reading-a-cache-from-its-own-queue", "main-waits-for-main"]),
    SeedProgram(
      id: "P21",
      scenarios: [
        "main-sync-while-main-is-free", "main-waits-for-a-group-that-waits-for-main",
        "main-waits-for-a-signal-behind-main", "main-waits-for-a-queue-that-waits-for-main",
      ]),
    SeedProgram(
      id: "P22", scenarios: ["each-submitter-keeps-its-order", "a-serial-queue-protects-the-counter"]),
    SeedProgram(
      id: "P23", scenarios: ["apply-returns-after-all-iterations", "apply-inside-a-serial-queue"]),
    SeedProgram(
      id: "P24", scenarios: ["a-target-is-set-before-activate", "a-target-is-changed-after-activation"]),
    SeedProgram(
      id: "P25",
      scenarios: ["once-under-contention", "two-blocks-on-one-once-token", "once-inside-itself"]),
    SeedProgram(id: "P26", scenarios: ["asyncs-on-a-serial-queue"]),
    SeedProgram(id: "P27", scenarios: ["asyncs-on-a-concurrent-queue"]),
    SeedProgram(id: "P28", scenarios: ["syncs-run-in-order", "sync-inside-a-sync-of-another-queue"]),
    SeedProgram(id: "P29", scenarios: ["readers-barrier-readers", "barrier-sync-between-readers"]),
    SeedProgram(id: "P30", scenarios: ["barrier-on-a-global-queue"]),
    SeedProgram(
      id: "P31", scenarios: ["a-lost-update"],
      swiftTests: [
        "p31WritersThatSemaphoresDoNotOrder", "p31ADictionaryThatTwoBlocksFill",
        "p31ADictionaryBehindASemaphore",
      ]),
    SeedProgram(id: "P32", swiftTests: ["p32CallbackInsideABarrierReads"]),
    SeedProgram(id: "P33", scenarios: ["nobody-signals"]),
    SeedProgram(
      id: "P34", scenarios: ["five-nanoseconds-meant-as-seconds", "five-seconds-are-enough"]),
    SeedProgram(
      id: "P35", scenarios: ["an-operation-queue-of-width-five", "an-operation-queue-fills-the-pool"]),
    SeedProgram(
      id: "P36", scenarios: ["a-failed-request-forgets-to-leave", "a-failed-request-leaves-too"]),
    SeedProgram(id: "P37", scenarios: ["reader-inside-a-reader"]),
    SeedProgram(id: "P38", scenarios: ["a-group-of-blocks-on-main"]),
    SeedProgram(
      id: "P39",
      swiftTests: [
        "p39ASingletonThatIsMadeWithoutOnce", "p39ASingletonThatIsMadeOnce",
        "p39LazySingletonWhoseInitialiserCallsIntoDispatch", "p39SingletonMadeUnderALock",
      ]),
    SeedProgram(id: "P40", scenarios: ["photo-store-with-barrier", "reading-inside-a-barrier"]),
    SeedProgram(
      id: "P41",
      scenarios: [
        "sync-inside-a-sync-of-another-queue", "reading-a-cache-from-its-own-queue", "reader-inside-a-reader",
        "sync-onto-another-serial-queue",
      ]),
    SeedProgram(
      id: "P42",
      scenarios: [
        "async-onto-ones-own-queue-inside-a-sync", "asyncs-on-a-serial-queue", "asyncs-on-a-concurrent-queue",
      ]),
    SeedProgram(id: "P43", scenarios: ["barrier-among-six-blocks"]),
    SeedProgram(id: "P44", scenarios: ["results-collected-through-main"]),
    SeedProgram(
      id: "P45",
      scenarios: [
        "work-before-activate", "an-inactive-queue-is-never-activated", "an-inactive-queue-is-dropped",
        "a-target-is-set-before-activate",
      ]),
    SeedProgram(id: "P46", scenarios: ["a-delayed-task-is-replaced"]),
    SeedProgram(
      id: "P47",
      scenarios: [
        "a-barrier-suspends-its-own-queue", "the-button-resumes-once-too-often",
        "the-button-is-pressed-too-early",
      ]),
    SeedProgram(
      id: "P48", scenarios: ["timeout-does-not-leave", "wall-clock-timeout-races-with-the-reply"]),
    SeedProgram(
      id: "P49", swiftTests: ["p49TwoFilesIntoOne", "p49AMissingFileAndAnErrorPathWithoutLeave"]),
    SeedProgram(
      id: "P50",
      swiftTests: ["p50PiecesOfAFileThatIsAppendedTo", "p50ARandomChannelPutsEachPieceInItsPlace"]),
    SeedProgram(id: "P51", swiftTests: ["p51DataOfSeveralPiecesIsWrittenInOrder"]),
    SeedProgram(id: "P52", scenarios: ["two-at-once"]),
    SeedProgram(
      id: "P53",
      swiftTests: [
        "p53BothRunsEndBeforeANotifyInSomeSchedules", "p53NotifyAfterTwoRuns",
        "p53CorrectedTheThirdRunIsSkipped",
      ]),
    SeedProgram(id: "P54", swiftTests: ["p54SyncOntoMainFromAnOrdinaryThread"]),
    SeedProgram(id: "P55", scenarios: ["enter-inside-the-block", "enter-before-the-block"]),
    SeedProgram(
      id: "P56",
      scenarios: [
        "reader-behind-a-pending-barrier", "barrier-sync-from-a-reader", "reader-and-barrier-on-global",
      ]),
    SeedProgram(
      id: "P57",
      scenarios: [
        "sync-onto-a-child-of-main", "sync-onto-a-child-of-ones-own-queue",
        "async-onto-a-child-of-ones-own-queue",
      ]),
    SeedProgram(id: "P58", swiftTests: ["p58ApplyOntoTheSerialQueueOneIsOn"]),
    SeedProgram(id: "P59", scenarios: ["suspend-while-a-block-runs"]),
    SeedProgram(id: "P60", scenarios: ["main-global-groups-and-semaphores-ignore-suspension"]),
    SeedProgram(
      id: "P61", swiftTests: ["p61TimerSuspendedForSeveralPeriods", "p61AHandlerLongerThanItsPeriod"]),
    SeedProgram(
      id: "P62",
      swiftTests: ["p62DelaysThatNeverComeAreNoFinding", "p62StartsThatComeOnceAtOnceOrNever"]),
    SeedProgram(
      id: "P63",
      scenarios: [
        "notify-on-an-empty-group", "two-notifications-in-order", "a-group-is-used-again",
        "one-block-in-two-groups",
      ]),
    SeedProgram(id: "P64", scenarios: ["a-delay-does-not-jump-the-queue"]),
    SeedProgram(
      id: "P65",
      swiftTests: ["p65TheVirtualWallClockIsTheSameInEachSchedule", "p65DeadlinesOnTheWallClock"]),
    SeedProgram(
      id: "P66",
      swiftTests: ["p66BlocksOfOneQueueRelyOnOneThread", "p66BlocksOfOneQueueRelyOnThreadSpecificData"]),
    SeedProgram(id: "P67", scenarios: ["quality-of-service-is-no-order", "order-by-handing-over"]),
    SeedProgram(id: "P68", swiftTests: ["p68AsyncAfterAndBarrierNeverDeadlock"]),
    SeedProgram(id: "P69", scenarios: ["main-async-from-main"]),
    SeedProgram(
      id: "P70", scenarios: ["touching-the-label-off-main", "touching-the-label-through-main"]),
    SeedProgram(id: "P71", swiftTests: ["p71AReadWhoseWriterIsALaterBlockOfItsQueue"]),
    SeedProgram(id: "P72", swiftTests: ["p72ClosingRightAfterCancel", "p72ClosingInTheCancelHandlerIsSafe"]),
    SeedProgram(
      id: "P73",
      swiftTests: [
        "p73CancelHandlerRunsOnceAfterTheLastEvent", "p73TheCancelHandlerRunsOnceAfterTheLastEvent",
        "p73CancelledWhileSuspended",
      ]),
    SeedProgram(
      id: "P74", swiftTests: ["p74RetargetOfAnActiveQueueIsAllowed", "p74AnActiveSourceMayMove"]),
    SeedProgram(id: "P75", scenarios: ["ten-thousand-barrier-syncs", "ten-thousand-asyncs"]),
    SeedProgram(id: "P76", scenarios: ["barrier-on-a-serial-queue"]),
    SeedProgram(
      id: "P77",
      swiftTests: [
        "p77OwnerGoesBeforeItsCompletionAndLeaveIsSkipped",
        "p77OwnerGoesBeforeItsCompletionAndSignalIsSkipped",
      ]),
    SeedProgram(id: "P78", swiftTests: ["p78ReplyAfterTheTimeoutAsserts"]),
    SeedProgram(id: "P79", scenarios: ["photo-store-with-barrier"]),
    SeedProgram(id: "P80", swiftTests: ["p80SpecificsAndAssertionsInsideNestedSyncs"]),
    SeedProgram(id: "P81", swiftTests: ["p81SpecificsOfMainAndGlobalAreGoneInTheNextSchedule"]),
    SeedProgram(
      id: "P82", scenarios: ["a-cancelled-item-still-ends"],
      swiftTests: [
        "p82ACancelledItemStillEnds", "p82WaitsTwice", "p82ABarrierItemIsABarrierOnlyThroughItsQueue",
      ]),
    SeedProgram(id: "P83", swiftTests: ["p83AStopLosesPendingWrites", "p83APlainCloseLosesNothing"]),
    SeedProgram(id: "P84", swiftTests: ["p84ACallbackLeavesBeforeItEntersForTheNextWrite"]),
    // All of URLSession runs under control, so a request to this process is clean; the answer of another
    // process makes a verdict "potential".
    SeedProgram(
      id: "P85",
      swiftTests: [
        "p85ARequestToAServerOfThisProcess", "p85ARequestThatNobodyAnswers", "p85TheSameWithAStub",
      ]),
    SeedProgram(id: "P86", swiftTests: ["p86NegativeSemaphore"]),
    SeedProgram(
      id: "P87", swiftTests: ["p87SyncOnMainInASwiftTestingTest", "p87SyncOnMainInASynchronousXCTest"]),
    SeedProgram(id: "P88", swiftTests: ["p88SecondStartIsIgnored"]),
  ]

  /// Rows of Swift code only, whose tests are not entered yet; each leaves this list when it gets its test.
  static let open: Set<String> = []
}
