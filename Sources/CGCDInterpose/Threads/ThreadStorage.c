// Licensed under the Apache License, Version 2.0; see LICENSE.
// Thread-local storage of virtual threads: a borrowed thread lives on when a virtual one ends on it, so what
// the C library does at a thread's end, and the blank storage that a new thread has, are made here.
#include "ThreadLife.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>

/// A destructor of a thread_local object (Itanium C++ ABI 3.3.7), newest first.
struct exit_call {
  void (*function)(void *);
  void *object;
  struct exit_call *older;
};

static _Thread_local struct exit_call *exit_calls __attribute__((tls_model("initial-exec")));

GCDC_EXPORT int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library) {
  if (!gcdc_is_virtual_thread()) return GCDC_REAL(__cxa_thread_atexit_impl)(function, object, library);
  struct exit_call *call = malloc(sizeof *call);
  if (call == NULL) abort();
  *call = (struct exit_call){function, object, exit_calls};
  exit_calls = call;
  return 0;
}

GCDC_UNINSTRUMENTED static void run_exit_calls(void) {
  while (exit_calls != NULL) {
    struct exit_call call = *exit_calls;
    free(exit_calls);
    exit_calls = call.older;
    call.function(call.object);
  }
}

/// glibc's own table of keys; an entry is in use while `sequence` is odd, and 0 until its first use.
struct key {
  uintptr_t sequence;
  void (*destructor)(void *);
};
static const struct key *keys;
/// Keys whose destructor is in this very image and that were there before any code of the program ran: a
/// sanitizer's, which must not hear of the end of a thread that continues.
static bool is_sanitizer_key[64];

static const void *image_of(const void *address) {
  Dl_info info;
  return dladdr(address, &info) != 0 ? info.dli_fbase : NULL;
}

__attribute__((constructor(101))) static void find_keys(void) {
  keys = dlsym(RTLD_DEFAULT, "__pthread_keys");
  if (keys == NULL) return;
  const void *own = image_of((const void *)find_keys);
  for (size_t key = 0; key < sizeof is_sanitizer_key && keys[key].sequence != 0; key += 1) {
    is_sanitizer_key[key] = keys[key].destructor != NULL && image_of((void *)keys[key].destructor) == own;
  }
}

GCDC_UNINSTRUMENTED static bool has_value(size_t key) {
  if ((keys[key].sequence & 1) == 0) return false;
  if (key < sizeof is_sanitizer_key && is_sanitizer_key[key]) return false;
  return pthread_getspecific((pthread_key_t)key) != NULL;
}

/// pthread_key_create(3): values are cleared, then handed to their destructors, by ascending key, again and
/// again while any are left, PTHREAD_DESTRUCTOR_ITERATIONS times at most.
GCDC_UNINSTRUMENTED static void run_destructors(void) {
  if (keys == NULL) return;
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round += 1) {
    bool found_none = true;
    for (size_t key = 0; key < PTHREAD_KEYS_MAX && keys[key].sequence != 0; key += 1) {
      if (!has_value(key)) continue;
      found_none = false;
      void *value = pthread_getspecific((pthread_key_t)key);
      pthread_setspecific((pthread_key_t)key, NULL);
      if (keys[key].destructor != NULL) keys[key].destructor(value);
    }
    if (found_none) return;
  }
}

/// Most threads keep nothing: one look at the keys is all that a new user of theirs costs.
GCDC_UNINSTRUMENTED static bool is_empty(void) {
  if (exit_calls != NULL) return false;
  for (size_t key = 0; keys != NULL && key < PTHREAD_KEYS_MAX && keys[key].sequence != 0; key += 1) {
    if (has_value(key)) return false;
  }
  return true;
}

GCDC_UNINSTRUMENTED static void drop_values(void) {
  exit_calls = NULL;
  if (keys == NULL) return;
  for (size_t key = 0; key < PTHREAD_KEYS_MAX && keys[key].sequence != 0; key += 1) {
    if (has_value(key)) pthread_setspecific((pthread_key_t)key, NULL);
  }
}

GCDC_UNINSTRUMENTED void gcdc_end_thread_storage(void) {
  run_exit_calls();
  run_destructors();
  drop_values();
}

GCDC_UNINSTRUMENTED void gcdc_begin_thread_storage(bool was_abandoned, int kernel_id, int id) {
  bool renews = !is_empty();
  if (renews || gcdc_is_watched) gcdc_set_run_member(true);
  if (renews) {
    gcdc_set_thread_id(kernel_id);
    if (!was_abandoned) gcdc_end_thread_storage();
    drop_values();
  }
  gcdc_reset_thread_images();
  // The storage that was renewed may be the one that says these.
  gcdc_set_thread_id(id);
  gcdc_set_run_member(true);
}
#endif
