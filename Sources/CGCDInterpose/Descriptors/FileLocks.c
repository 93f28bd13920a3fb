// Licensed under the Apache License, Version 2.0; see LICENSE.
// Locks of files: taken without waiting where they are free, else by the engine when they become so.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>

/// Descriptors whose files virtual threads have locked with flock. On the carrier only.
enum { most_locked = 128 };
static int locked[most_locked];
static int locked_count;

GCDC_UNINSTRUMENTED static void note_file_lock(int descriptor, bool is_locked) {
  int kept = 0;
  for (int index = 0; index < locked_count; index += 1) {
    if (locked[index] != descriptor) locked[kept++] = locked[index];
  }
  locked_count = kept;
  if (is_locked && kept < most_locked) locked[locked_count++] = descriptor;
}

bool gcdc_file_is_locked_here(int descriptor) {
  struct stat asked, own;
  if (fstat(descriptor, &asked) != 0) return false;
  for (int index = 0; index < locked_count; index += 1) {
    if (locked[index] == descriptor || fstat(locked[index], &own) != 0) continue;
    if (own.st_ino == asked.st_ino && own.st_dev == asked.st_dev) return true;
  }
  return false;
}

void gcdc_release_file_locks(bool was_abandoned) {
  // A descriptor that was closed since is no longer the one that was locked: unlocking it changes nothing.
  for (int index = 0; was_abandoned && index < locked_count; index += 1) {
    GCDC_REAL(flock)(locked[index], LOCK_UN);
  }
  locked_count = 0;
}

/// A lock that another thread or process has: which call is made again, and what it gave.
struct gcdc_lock_wait {
  int (*call)(const struct gcdc_lock_wait *wait);
  int descriptor, command, result, code;
  off_t length;
  void *argument;
};

GCDC_UNINSTRUMENTED static bool try_file_lock(void *context) {
  struct gcdc_lock_wait *wait = context;
  wait->result = wait->call(wait);
  wait->code = errno;
  return wait->result == 0 || (wait->code != EAGAIN && wait->code != EACCES);
}

/// Call with control off; sets errno.
GCDC_UNINSTRUMENTED static int lock_file(struct gcdc_lock_wait *wait, bool is_outside, gcdc_site site) {
  gcdc_use(wait->descriptor, GCDC_OPERATION_LOCK_FILE, site);
  if (!try_file_lock(wait)) {
    gcdc_hook_table.attempt_wait(try_file_lock, wait, GCDC_DESCRIPTOR_FILE, wait->descriptor, is_outside,
                                 GCDC_OPERATION_LOCK_FILE, site);
  }
  errno = wait->code;
  return wait->result;
}

GCDC_UNINSTRUMENTED static int flock_now(const struct gcdc_lock_wait *wait) {
  return GCDC_REAL(flock)(wait->descriptor, wait->command | LOCK_NB);
}

GCDC_EXPORT int flock(int descriptor, int operation) {
  gcdc_before_effect();
  if (!GCDC_WAITS) return GCDC_REAL(flock)(descriptor, operation);
  struct gcdc_lock_wait wait = {.call = flock_now, .descriptor = descriptor, .command = operation};
  int result;
  GCDC_OFF({
    if (operation & (LOCK_NB | LOCK_UN)) {
      gcdc_use(descriptor, GCDC_OPERATION_LOCK_FILE, GCDC_SITE);
      result = GCDC_REAL(flock)(descriptor, operation);
    } else {
      result = lock_file(&wait, false, GCDC_SITE);
    }
    if (result == 0) note_file_lock(descriptor, (operation & LOCK_UN) == 0);
  });
  return result;
}

GCDC_UNINSTRUMENTED static int lockf_now(const struct gcdc_lock_wait *wait) {
  return GCDC_REAL(lockf)(wait->descriptor, F_TLOCK, wait->length);
}

GCDC_EXPORT int lockf(int descriptor, int command, off_t length) {
  gcdc_before_effect();
  if (!GCDC_WAITS || command != F_LOCK) return GCDC_REAL(lockf)(descriptor, command, length);
  struct gcdc_lock_wait wait = {.call = lockf_now, .descriptor = descriptor, .length = length};
  int result;
  // These locks belong to the process: only another one can have it.
  GCDC_OFF(result = lock_file(&wait, true, GCDC_SITE));
  return result;
}

GCDC_EXPORT int lockf64(int descriptor, int command, off64_t length) {
  return lockf(descriptor, command, length);
}

GCDC_UNINSTRUMENTED static int record_lock_now(const struct gcdc_lock_wait *wait) {
  return GCDC_REAL(fcntl)(wait->descriptor, wait->command, wait->argument);
}

GCDC_UNINSTRUMENTED static int control_file(int descriptor, int command, void *argument, gcdc_site site) {
  bool is_own = command == F_OFD_SETLKW;
  struct gcdc_lock_wait wait = {.call = record_lock_now, .descriptor = descriptor,
                                .command = is_own ? F_OFD_SETLK : F_SETLK, .argument = argument};
  GCDC_RETURN_OFF(lock_file(&wait, !is_own, site));
}

/// Whether a command takes or gives back a lock that a fork does not have.
static bool is_lock(int command) {
  return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW
         || command == F_SETLEASE;
}

/// The third argument, whatever it is: a pointer or a whole number, or none at all.
#define GCDC_FILE_ARGUMENT(argument, command) \
  va_list arguments; \
  va_start(arguments, command); \
  void *argument = va_arg(arguments, void *); \
  va_end(arguments)

GCDC_EXPORT int fcntl(int descriptor, int command, ...) {
  GCDC_FILE_ARGUMENT(argument, command);
  if (is_lock(command)) gcdc_before_effect();
  bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
  if (!waits || !GCDC_WAITS) return GCDC_REAL(fcntl)(descriptor, command, argument);
  return control_file(descriptor, command, argument, GCDC_SITE);
}

GCDC_EXPORT int fcntl64(int descriptor, int command, ...) {
  GCDC_FILE_ARGUMENT(argument, command);
  if (is_lock(command)) gcdc_before_effect();
  bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
  if (!waits || !GCDC_WAITS) return GCDC_REAL(fcntl64)(descriptor, command, argument);
  return control_file(descriptor, command, argument, GCDC_SITE);
}
#endif
