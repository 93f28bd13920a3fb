// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule

/// How the schedules of one exploration are shared out to processes, of which one leads.
///
/// The leader does all that it would do alone, schedule by schedule in the order of their numbers, and job by
/// job of a search through all orders. Workers only spare it the executions that show nothing new: where one
/// does, the leader makes it again itself. So what comes of the exploration is the same, whichever process
/// executes what.
package enum WorkSharing {
  /// This process leads, and has what others have executed from `Lead`.
  case leads(Lead)
  /// This process executes what `next` asks for, until there is no more, and hands on what comes of it.
  case works(next: () -> WorkOrder?, send: (WorkDone) -> Void)
}

/// What other processes have executed for the one that leads.
package struct Lead {
  /// Asked for a schedule, given its number and the steps of the first one, when that one's turn has come;
  /// nil = no worker has executed it.
  package var ask: (_ number: Int, _ steps: Int) -> RemoteExecution?
  /// Asked for the job of a search that is taken in next; nil = no worker has worked it off.
  package var part: (SplitSearch) -> SearchedPart?
  /// An execution of such a job counts.
  package var count: (RemoteExecution) -> Void = { _ in }

  package init(
    ask: @escaping (_ number: Int, _ steps: Int) -> RemoteExecution?,
    part: @escaping (SplitSearch) -> SearchedPart? = { _ in nil }
  ) {
    self.ask = ask
    self.part = part
  }
}

/// What a worker is to execute.
package enum WorkOrder {
  /// Schedules, by their numbers.
  case schedules([Int])
  case job(SearchJob)
}

/// What a worker hands on.
package enum WorkDone {
  case schedule(RemoteExecution)
  /// An execution of the job in hand, and its search after that.
  case run(RemoteExecution, ExhaustiveSearch)
  /// The job is over; nil = it could not be worked off here.
  case job(ExhaustiveSearch?)
}
