// Licensed under the Apache License, Version 2.0; see LICENSE.
// Waiting for child processes: what another process does is an event from outside, so it is asked for when
// nothing else can run.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>

struct gcdc_process_wait {
  pid_t process, result;
  int *status;
  int options, code;
  struct rusage *usage;
};

GCDC_UNINSTRUMENTED static bool try_process(void *context) {
  struct gcdc_process_wait *wait = context;
  pid_t chosen = wait->process > 0 || (wait->options & WNOHANG) ? 0 : gcdc_choose_ended_child(wait->process);
  pid_t process = chosen == 0 ? wait->process : chosen;
  wait->result = GCDC_REAL(wait4)(process, wait->status, wait->options | WNOHANG, wait->usage);
  wait->code = errno;
  return wait->result != 0;
}

GCDC_UNINSTRUMENTED static void note_outside(void) {
  if (gcdc_hook_table.outside_seen != NULL) gcdc_hook_table.outside_seen();
}

GCDC_UNINSTRUMENTED pid_t gcdc_wait_for_process(pid_t process, int *status, int options,
                                                struct rusage *usage, gcdc_site site) {
  struct gcdc_process_wait wait = {process, 0, status, options, 0, usage};
  if (options & WNOHANG) {
    try_process(&wait);
    if (wait.result > 0) note_outside();
  } else {
    gcdc_hook_table.attempt_wait(try_process, &wait, GCDC_DESCRIPTOR_PROCESS, -1, true,
                                 GCDC_OPERATION_WAIT_FOR_PROCESS, site);
  }
  errno = wait.code;
  return wait.result;
}

GCDC_ENTRY(pid_t, wait4, (pid_t process, int *status, int options, struct rusage *usage),
           (process, status, options, usage), GCDC_WAITS,
           GCDC_RETURN_OFF(gcdc_wait_for_process(process, status, options, usage, GCDC_SITE)))

GCDC_EXPORT pid_t waitpid(pid_t process, int *status, int options) {
  if (!GCDC_WAITS) {
    if (__builtin_expect(gcdc_run_is_on, false) && gcdc_is_run_loop_site(GCDC_SITE)) {
      gcdc_hold_back_end(process);
    }
    return GCDC_REAL(waitpid)(process, status, options);
  }
  GCDC_RETURN_OFF(gcdc_wait_for_process(process, status, options, NULL, GCDC_SITE));
}

GCDC_ENTRY(pid_t, wait, (int *status), (status), GCDC_WAITS,
           GCDC_RETURN_OFF(gcdc_wait_for_process(-1, status, 0, NULL, GCDC_SITE)))
GCDC_ENTRY(pid_t, wait3, (int *status, int options, struct rusage *usage), (status, options, usage),
           GCDC_WAITS, GCDC_RETURN_OFF(gcdc_wait_for_process(-1, status, options, usage, GCDC_SITE)))

struct gcdc_id_wait {
  idtype_t kind;
  id_t id;
  siginfo_t *facts;
  int options, result, code;
};

GCDC_UNINSTRUMENTED static pid_t chosen_of(const struct gcdc_id_wait *wait) {
  if ((wait->options & WNOHANG) || !(wait->options & WEXITED)) return 0;
  if (wait->kind == P_ALL) return gcdc_choose_ended_child(-1);
  return wait->kind == P_PGID ? gcdc_choose_ended_child(-(pid_t)wait->id) : 0;
}

GCDC_UNINSTRUMENTED static bool try_id(void *context) {
  struct gcdc_id_wait *wait = context;
  pid_t chosen = chosen_of(wait);
  wait->facts->si_pid = 0;
  wait->result = chosen == 0
      ? GCDC_REAL(waitid)(wait->kind, wait->id, wait->facts, wait->options | WNOHANG)
      : GCDC_REAL(waitid)(P_PID, (id_t)chosen, wait->facts, wait->options | WNOHANG);
  wait->code = errno;
  return wait->result != 0 || wait->facts->si_pid != 0;
}

GCDC_EXPORT int waitid(idtype_t kind, id_t id, siginfo_t *facts, int options) {
  if (!GCDC_WAITS) return GCDC_REAL(waitid)(kind, id, facts, options);
  siginfo_t own;
  struct gcdc_id_wait wait = {kind, id, facts == NULL ? &own : facts, options, 0, 0};
  GCDC_OFF({
    memset(&own, 0, sizeof own);
    if (options & WNOHANG) {
      try_id(&wait);
      if (wait.facts->si_pid != 0) note_outside();
    } else {
      gcdc_hook_table.attempt_wait(try_id, &wait, GCDC_DESCRIPTOR_PROCESS, -1, true,
                                   GCDC_OPERATION_WAIT_FOR_PROCESS, GCDC_SITE);
    }
  });
  errno = wait.code;
  return wait.result;
}
#endif
