// Licensed under the Apache License, Version 2.0; see LICENSE.
// Copies of the process, for what would change the run that has come to rest.
#ifndef CGCD_COPIES_H
#define CGCD_COPIES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A copy of the process, or in the copy itself the way back.
typedef struct {
  pid_t process;  // 0 in the copy
  int channel;
  uint64_t mask;  // the signals that the caller had blocked
} gcdc_copy;

/// Says whether the steps that all schedules of the program have in common are still being made: while they
/// are, the hook `outside_effect` is called.
void gcdc_set_prologue(bool on);

/// What gettid answers on another thread, by its thread pointer: the main thread of a copy has another id.
void gcdc_set_thread_id_of(void *_Nonnull thread_pointer, int id);

/// Copies the process: the copy has the calling thread alone, prints nothing, gets SIGXCPU after so many
/// seconds of processor time, and is ended two seconds later: a task may compute without end once its wait is
/// over. False where the system has no more processes or descriptors.
bool gcdc_copy_process(gcdc_copy *_Nonnull copy, unsigned processor_seconds);
/// Waits for what the copy sends, for at most so many milliseconds, and ends it; the number of bytes that
/// came.
///
/// @param hangs The copy sleeps: its only thread waits for a lock that a thread had which is not in the copy,
///   or for something from outside.
size_t gcdc_await_copy(const gcdc_copy *_Nonnull copy, unsigned char *_Nonnull bytes, size_t count,
                       int milliseconds, bool *_Nonnull hangs);
/// Ends the copy, after it has sent these bytes.
_Noreturn void gcdc_leave_copy(const gcdc_copy *_Nonnull copy, const unsigned char *_Nullable bytes,
                               size_t count);
#endif
