// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

extension Explanations {
  /// How scenario files are written: all parts and all verbs, with one example.
  static let scenarioPage = """
    scenario
    A small concurrent program in YAML (*.gcd.yaml) and the verdict that it must get.

        # Two requests; the first forgets to leave the group when it fails.
        expect: group-never-empty        # GCD104

        queues:
          network: concurrent
        groups: [loading]

        steps:                           # the test body: top to bottom, on the main thread
          - enter: loading
          - async: network               # hand this block to "network" and go on
            do:
              - either:                  # both branches are explored
                  the request succeeds:
                    - leave: loading
                  the request fails:
                    - print: show an alert
          - notify: loading
            queue: main
            do:
              - print: everything is loaded

    A step is one verb; its other keys are options. A block is "do:" with steps below it, or the
    name of an entry of "blocks". "main" and "global" always exist. Durations carry a unit: 5ns,
    3ms, 2s, 1min. Objects live to the end of the schedule unless they are dropped.

    Parts of a file:
      expect       clean (also when it is not there); a code or its words; {finding: unbalanced-leave,
                   names: [request]}; {outcomes: [{total: 1}, {total: 2}]}: all of these, no others
      queues       cache: serial - reads: concurrent - log: {kind: serial, target: cache,
                   qos: utility, inactive: true}
      groups       [loading]
      semaphores   {replied: 0}, with the initial value
      variables    {total: 0}
      once         [setup]
      timers       {tick: {every: 1s, after: 2s, queue: main, do: ..., cancelled: ...}}; starts with
                   activate or resume
      items        {job: {barrier: true, do: ...}}, a work item
      blocks       {refresh: [steps]}, to be used by name after "do:"
      threads      {second: [steps]}, threads beside the main one, which waits for them at its end
      steps        the test body
      explore      {schedules: 1000, seed: 7, pool: darwin, strategy: random, max-steps: 100000};
                   pool is unbounded, darwin, linux or linux:2
      gcdcheck     1, the version of the format

    A file has at most 4 MiB, a text in it 4,000 characters, an expression 200 words.

    Verbs with a block:
      async: cache         hand the block to the queue and go on
                           (barrier: true, group: loading, qos: utility; and-wait: true waits for
                           it, as dispatch_async_and_wait does, with barrier alone beside it)
      sync: cache          run the block on the queue and wait for it (barrier: true)
      after: 2s            run the block later (queue: main, barrier: true, qos: utility, wall: true)
      apply: 10            run the block ten times at once and wait for all
      once: setup          run the block only the first time
      notify: loading      run the block when the group or item is done (queue: main)
      repeat: 3            run the block three times, one after the other
      either:              named branches; each is explored
      if: total == 6       run the block if it holds (else: steps)

    Verbs without a block:
      enter, leave         a group
      signal               a semaphore
      wait: loading        a group, semaphore or item (timeout: 3s, wall: true; in-time: steps,
                           timed-out: steps)
      suspend, resume      a queue or timer
      activate             an inactive queue or timer
      cancel               a timer or item
      perform: job         run a work item here
      retarget: cache      give a queue a new target (to: network)
      drop: cache          let go of the last reference
      sleep: 2s            on the virtual clock: takes no real time
      print: done          words for the trace
      set: total           write a variable (to: 6)
      add: 1               add to a variable (to: total)
      read: total          keep a variable's value (as: seen), a step of its own: lost updates show
      assert: total == 6   must hold, or the schedule fails (message: words)
      must-be-on: main     the block must run on this queue (barrier: true)
      must-not-be-on: main the opposite

    gcdcheck fuzz FILE runs it; exit code 0 means: as expected.

    """
}
