// Licensed under the Apache License, Version 2.0; see LICENSE.
// The real mutexes that virtual threads hold, and the quick way for locks that belong to libraries.
//
// Library locks are taken here, without the engine: the Swift runtime holds some while it builds type
// metadata, and the engine is Swift code that needs metadata itself. Only one that is held by a parked
// virtual thread goes to the engine, which lets others run until it is free.
#include "LockCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/// A mutex that a virtual thread holds. Who gives it back follows from how it was taken, and not from who
/// seems to call: an optimised function that ends in a call leaves its caller's return address.
struct gcdc_held {
  void *mutex;
  bool is_modelled;  // the model saw it taken, and has to see it given back
  const void *frame;  // on the stack of the thread that took it
  int owner;  // as the mutex itself has it
};

// Touched by the carrier only, whose virtual threads are one kernel thread.
static struct gcdc_held *held;
static size_t held_count, held_capacity;
/// Virtual threads that wait for a library lock: without any, an unlock concerns no other thread.
static size_t contenders;
/// Library locks taken in this run. A loop that only asks whether something is done yet takes them forever
/// and never reaches a scheduling point.
static size_t taken;
enum { taken_between_polls = 10000 };
/// Whether library locks are recorded, and those taken since they were last asked for. In the last place is
/// this list itself, which is no lock, for all that have no place.
static bool is_told;
enum { most_recorded = 32 };
static struct {
  const void *lock;
  gcdc_lock_use use;
} recorded[most_recorded];
static size_t recorded_count;

void gcdc_record_library_locks(bool told) {
  is_told = told;
  recorded_count = 0;
}

const void *gcdc_next_library_lock(gcdc_lock_use *use) {
  if (recorded_count == 0) return NULL;
  recorded_count -= 1;
  *use = recorded[recorded_count].use;
  return recorded[recorded_count].lock;
}

/// The locks of the Swift runtime guard what is the same in whatever order it is made.
GCDC_UNINSTRUMENTED void gcdc_note_library_lock(const void *lock, gcdc_site site) {
  if (!is_told || gcdc_is_inside_runtime(site) || recorded_count == most_recorded) return;
  gcdc_lock_use use = gcdc_use_of_lock(site);
  for (size_t index = 0; index < recorded_count; index++) {
    if (recorded[index].lock == lock && recorded[index].use == use) return;
  }
  recorded[recorded_count].lock = recorded_count == most_recorded - 1 ? recorded : lock;
  recorded[recorded_count].use = use;
  recorded_count += 1;
}

GCDC_UNINSTRUMENTED static void grow_list(void) {
  bool was_visible = gcdc_is_watched && gcdc_hide();
  held_capacity = held_capacity ? held_capacity * 2 : 64;
  held = realloc(held, held_capacity * sizeof *held);
  if (held == NULL) abort();
  if (was_visible) gcdc_reveal();
}

GCDC_UNINSTRUMENTED static inline void note_lock(void *mutex, bool is_modelled) {
  if (__builtin_expect(held_count == held_capacity, false)) grow_list();
  int owner = ((pthread_mutex_t *)mutex)->__data.__owner;
  held[held_count++] = (struct gcdc_held){mutex, is_modelled, __builtin_frame_address(0), owner};
}

GCDC_UNINSTRUMENTED void gcdc_note_lock(void *mutex, bool is_modelled) { note_lock(mutex, is_modelled); }

/// The last entry of a mutex; NULL where none is noted. Mostly they are given back in reverse order.
GCDC_UNINSTRUMENTED static struct gcdc_held *find_held(const void *mutex) {
  for (size_t index = held_count; index > 0; index--) {
    if (held[index - 1].mutex == mutex) return &held[index - 1];
  }
  return NULL;
}

GCDC_UNINSTRUMENTED bool gcdc_forget_lock(void *mutex) {
  struct gcdc_held *entry = find_held(mutex);
  if (entry == NULL) return false;
  bool was_modelled = entry->is_modelled;
  held_count -= 1;
  // Those above move down: entries of one recursive mutex keep their order.
  size_t above = (size_t)(held + held_count - entry);
  if (__builtin_expect(above > 0, false)) memmove(entry, entry + 1, above * sizeof *entry);
  return was_modelled;
}

/// The locks of the Swift runtime guard what is the runtime's own: they order no accesses of the program.
/// Those of Foundation and its like hand the user's objects on.
GCDC_UNINSTRUMENTED static bool lock_orders(gcdc_site site) {
  return gcdc_is_watched && !gcdc_is_inside_runtime(site);
}

bool gcdc_lock_is_noted(void *mutex) { return find_held(mutex) != NULL; }

const void *gcdc_stack_of_holder(const void *mutex) {
  const struct gcdc_held *entry = find_held(mutex);
  return entry == NULL ? NULL : entry->frame;
}

void gcdc_count_library_waiter(bool begins) { contenders += begins ? 1 : -1; }

bool gcdc_locks_are_contended(void) { return contenders != 0; }

void gcdc_release_locks(void) {
  // No thread waits for one in the kernel: waiting is virtual. The word, the count, the owner and the users
  // are zeroed, the kind stays. What does not look as it was left is no mutex any more: its memory was freed
  // while it was locked, and belongs to others.
  for (size_t index = 0; index < held_count; index++) {
    pthread_mutex_t *mutex = held[index].mutex;
    bool is_as_left = mutex->__data.__lock != 0 && mutex->__data.__owner == held[index].owner;
    if (!is_as_left) continue;
    mutex->__data.__lock = 0;
    mutex->__data.__count = 0;
    mutex->__data.__owner = 0;
    mutex->__data.__nusers = 0;
  }
  held_count = 0;
  contenders = 0;
  taken = 0;
}

GCDC_UNINSTRUMENTED bool gcdc_take_lock(void *mutex, bool is_modelled) {
  if (gcdc_real_mutex_trylock(mutex) != 0) return false;
  note_lock(mutex, is_modelled);
  return true;
}

GCDC_UNINSTRUMENTED int gcdc_release_lock(void *mutex, bool *was_modelled, bool *has_waiters) {
  *was_modelled = gcdc_forget_lock(mutex);
  *has_waiters = contenders != 0;
  return gcdc_real_mutex_unlock(mutex);
}

GCDC_UNINSTRUMENTED int gcdc_lock_of_library(pthread_mutex_t *mutex, uint64_t deadline, bool is_try,
                                              gcdc_site site) {
  if (++taken % taken_between_polls == 0 && gcdc_hook_table.polled != NULL) {
    GCDC_OFF(gcdc_hook_table.polled(site));
  }
  if (gcdc_hook_table.swift.stream_used != NULL) gcdc_announce_lock_of_runtime(mutex, site);
  gcdc_note_library_lock(mutex, site);
  int result = gcdc_real_mutex_trylock(mutex);
  if (result == 0) {
    gcdc_note_lock(mutex, false);
    if (lock_orders(site)) gcdc_acquire_here(mutex);
    return 0;
  }
  if (result != EBUSY || is_try) return result;
  // Where the model saw its holder take it, it has to see who waits.
  const struct gcdc_held *holder = find_held(mutex);
  bool is_user = holder != NULL && holder->is_modelled;
  GCDC_OFF(result = gcdc_hook_table.mutex_lock(mutex, deadline, false, is_user, site));
  if (result == 0 && lock_orders(site)) gcdc_acquire_here(mutex);
  return result;
}

GCDC_UNINSTRUMENTED int gcdc_unlock_of_library(pthread_mutex_t *mutex, gcdc_site site) {
  const struct gcdc_held *entry = find_held(mutex);
  int result;
  if (entry == NULL || entry->is_modelled) {  // not noted: a robust one, or locked before the run
    GCDC_OFF(result = gcdc_hook_table.mutex_unlock(mutex, true, site));
    return result;
  }
  gcdc_forget_lock(mutex);
  if (lock_orders(site)) gcdc_release_here(mutex);
  result = gcdc_real_mutex_unlock(mutex);
  if (contenders != 0) GCDC_OFF(gcdc_hook_table.mutex_unlock(mutex, false, site));
  return result;
}
#endif
