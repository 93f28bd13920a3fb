// Licensed under the Apache License, Version 2.0; see LICENSE.
// CoreFoundation's run loops: each run has a main run loop of its own, and none outlives its run. What is
// needed of Foundation is looked up by name: a program without it has no run loops.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>
#include "FirstLoad.h"
#include "Survey.h"

typedef void (*gcdc_thread_value_end)(void *);

/// Slots of CoreFoundation's thread-local table.
enum { slot_is_in_main_queue = 4, slot_run_loop = 10, slot_run_loop_end = 11 };

static void *(*get_main_loop)(void);
/// Where CoreFoundation keeps the main thread and, once code has asked for it, its run loop.
static pthread_t *main_thread;
static void **main_loop;
static void *real_main_loop;
static pthread_t real_main_thread;
/// Takes the calling thread's run loop out of the table and frees it; learnt from the first loop made.
static gcdc_thread_value_end end_of_loop;
static gcdc_mapping foundation, xctest;

/// The variable that a function loads first.
static void **first_loaded(const void *function) {
#if defined(__x86_64__)
  return gcdc_first_load_x86_64(function);
#else
  return gcdc_first_load_aarch64(function);
#endif
}

static void *(*foundation_main)(void);

void gcdc_find_run_loops(void) {
  static bool is_done;
  if (is_done) return;
  is_done = true;
  get_main_loop = (void *(*)(void))dlsym(RTLD_DEFAULT, "CFRunLoopGetMain");
  main_thread = dlsym(RTLD_DEFAULT, "_CFMainPThread");
  foundation_main = (void *(*)(void))dlsym(RTLD_DEFAULT, "$s10Foundation7RunLoopC4mainACvgZ");
}

bool gcdc_has_run_loops(void) {
  static bool is_prepared;
  if (is_prepared) return main_loop != NULL;
  is_prepared = true;
  gcdc_find_run_loops();
  if (get_main_loop == NULL || main_thread == NULL || foundation_main == NULL) return false;
  real_main_loop = get_main_loop();
  // Foundation keeps the answer of its own `RunLoop.main` for the life of the process: it has to be the real
  // one.
  foundation_main();
  void **variable = first_loaded((const void *)get_main_loop);
  if (variable == NULL || *variable != real_main_loop) return false;
  foundation = gcdc_mapping_around((const void *)get_main_loop);
  xctest = gcdc_find_library("$s6XCTest0A11ExpectationCN", "libXCTest");
  main_loop = variable;
  return true;
}

bool gcdc_run_loops_are_unknown(void) {
  return !gcdc_has_run_loops() && get_main_loop != NULL;
}

void gcdc_begin_run_loops(uintptr_t thread) {
  real_main_thread = *main_thread;
  *main_thread = (pthread_t)thread;
  *main_loop = NULL;
}

bool gcdc_main_loop_is_made(void) { return *main_loop != NULL; }

void gcdc_end_run_loops(void) {
  *main_thread = real_main_thread;
  *main_loop = real_main_loop;
}

void gcdc_end_run_loop_here(void) {
  if (end_of_loop != NULL) end_of_loop(NULL);
  GCDC_REAL(_CFSetTSD)(slot_run_loop, NULL, NULL);
  GCDC_REAL(_CFSetTSD)(slot_run_loop_end, NULL, NULL);
  GCDC_REAL(_CFSetTSD)(slot_is_in_main_queue, NULL, NULL);
}

bool gcdc_is_run_loop_site(gcdc_site site) {
  return (uintptr_t)site - foundation.start < foundation.end - foundation.start && !gcdc_is_user_site(site);
}

bool gcdc_is_xctest_site(gcdc_site site) {
  return (uintptr_t)site - xctest.start < xctest.end - xctest.start;
}

GCDC_EXPORT void *_CFSetTSD(uint32_t slot, void *value, gcdc_thread_value_end end) {
  if (slot == slot_run_loop_end && end != NULL) end_of_loop = end;
  if (slot == slot_run_loop && value != NULL && GCDC_HOOKED(run_loop_made)) {
    GCDC_OFF(gcdc_hook_table.run_loop_made());
  }
  return GCDC_REAL(_CFSetTSD)(slot, value, end);
}

#define GCDC_SWIFT_CALL __attribute__((swiftcall))
#define RUN_MODE_BEFORE "$s10Foundation7RunLoopC3run4mode6beforeSbAC4ModeV_0A10Essentials4DateVtF"
typedef GCDC_SWIFT_CALL bool (*gcdc_turn)(uint64_t, void *, double, __attribute__((swift_context)) void *);

/// `RunLoop.run(mode:before:)`. Weak: where Foundation is linked statically its own definition wins.
__attribute__((weak, visibility("default"), noinline, disable_sanitizer_instrumentation)) GCDC_SWIFT_CALL bool
gcdc_run_loop_turn(uint64_t mode, void *mode_end, double limit, __attribute__((swift_context)) void *loop)
    __asm__(RUN_MODE_BEFORE);

GCDC_SWIFT_CALL bool gcdc_run_loop_turn(uint64_t mode, void *mode_end, double limit,
                                        __attribute__((swift_context)) void *loop) {
  static gcdc_turn real;
  if (real == NULL) {
    real = (gcdc_turn)dlsym(RTLD_NEXT, RUN_MODE_BEFORE);
  }
  bool has_waited = real(mode, mode_end, limit, loop);
  if (!has_waited && GCDC_HOOKED(run_loop_was_empty)) {
    GCDC_OFF(gcdc_hook_table.run_loop_was_empty(limit, GCDC_SITE));
  }
  return has_waited;
}

bool gcdc_is_run_loop_turn(gcdc_site site) {
  Dl_info found;
  return dladdr(site, &found) != 0 && found.dli_saddr == (void *)gcdc_run_loop_turn;
}

GCDC_EXPORT void *_CFRunLoopGet2(void *loop) {
  // Asked for the real main loop inside a run: the one of the run.
  if (__builtin_expect(gcdc_controlled, false) && loop == real_main_loop && main_loop != NULL) {
    loop = get_main_loop();
  }
  return GCDC_REAL(_CFRunLoopGet2)(loop);
}
#endif
