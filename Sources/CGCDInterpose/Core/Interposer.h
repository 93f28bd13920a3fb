// Licensed under the Apache License, Version 2.0; see LICENSE.
// What every interposer is made of: the control flag of the calling thread, the real functions, and the
// attributes of an exported entry point.
#ifndef CGCD_INTERPOSER_H
#define CGCD_INTERPOSER_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CGCDInterpose.h"

#if GCDC_INTERPOSES
#include "RealFunctions.h"
#define GCDC_HIDDEN __attribute__((visibility("hidden")))
#include "Visibility.h"

/// An entry point that replaces a library's. Not instrumented: under a sanitizer the real function is the
/// sanitizer's interceptor, and our own memory accesses must add no happens-before edge to the program's.
/// Never inlined, which also keeps the optimiser from moving the controlled path into a function of its own,
/// where GCDC_SITE would be wrong.
#define GCDC_EXPORT __attribute__((visibility("default"), used, noinline, disable_sanitizer_instrumentation))
#define GCDC_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))

/// True while user code runs on the calling virtual thread. Each virtual thread has its own thread-local
/// block, which a switch inside a hook brings along, so a frame always sees the flag of its own thread.
extern GCDC_HIDDEN _Thread_local bool gcdc_controlled __attribute__((tls_model("initial-exec")));

/// True when the call is to be given to the hook of that name.
#define GCDC_HOOKED(hook) \
  (__builtin_expect(gcdc_controlled, false) && gcdc_hook_table.hook != NULL)

/// True on a virtual thread, whether user code or the engine runs there.
GCDC_HIDDEN bool gcdc_is_virtual_thread(void);

/// Runs a statement with control off, out of a sanitizer's sight; used only where control is on.
#define GCDC_OFF(...) \
  do { \
    gcdc_controlled = false; \
    if (__builtin_expect(gcdc_is_watched, false)) gcdc_hide(); \
    __VA_ARGS__; \
    if (__builtin_expect(gcdc_is_watched, false)) gcdc_reveal(); \
    gcdc_controlled = true; \
  } while (0)

/// Returns what an expression gives with control off; used only where control is on.
#define GCDC_RETURN_OFF(...) \
  do { \
    __typeof__(__VA_ARGS__) value_of_call; \
    GCDC_OFF(value_of_call = __VA_ARGS__); \
    return value_of_call; \
  } while (0)

/// Defines the entry point that replaces the library's function `name`: calls go to that function unless
/// `is_ours` holds, else the statement answers them.
#define GCDC_ENTRY(result, name, parameters, arguments, is_ours, ...) \
  GCDC_EXPORT result name parameters { \
    if (!(is_ours)) return GCDC_REAL(name) arguments; \
    __VA_ARGS__; \
  }

/// Defines the entry point of a call that a hook may leave to the library, by its result false.
#define GCDC_OFFERED(name, parameters, arguments, hook, ...) \
  GCDC_EXPORT void name parameters { \
    if (!GCDC_HOOKED(hook)) return GCDC_REAL(name) arguments; \
    GCDC_OFF({ \
      if (!gcdc_hook_table.hook(__VA_ARGS__, GCDC_SITE)) GCDC_REAL(name) arguments; \
    }); \
  }

/// Defines the entry point of a call that is announced and then passed on.
#define GCDC_ANNOUNCED(name, parameters, arguments, announcement) \
  GCDC_EXPORT void name parameters { \
    announcement; \
    GCDC_REAL(name) arguments; \
  }

/// The steps that all schedules of the program have in common are not over.
extern GCDC_HIDDEN bool gcdc_prologue_is_on;
GCDC_HIDDEN void gcdc_end_prologue(void);
/// The calling thread is about to change something outside of the process, which each schedule is to do for
/// itself.
static inline void gcdc_before_effect(void) {
  if (__builtin_expect(gcdc_prologue_is_on, false)) gcdc_end_prologue();
}
/// Before a file is opened with these flags: a scheduling point where its name is made, or asked for. Call
/// with control on.
GCDC_HIDDEN void gcdc_before_opening(const char *name, int flags, gcdc_site site);
/// Whether a file that is opened with these flags may be written to.
GCDC_HIDDEN bool gcdc_writes(int flags);

/// A run is on somewhere in the process.
extern GCDC_HIDDEN bool gcdc_run_is_on;
/// The calling thread is the carrier or a virtual thread.
GCDC_HIDDEN bool gcdc_is_run_member(void);
GCDC_HIDDEN void gcdc_note_foreign_call(const void *object, uint8_t operation);
/// Passes a call on; one onto an object of a run is noted first.
#define GCDC_PASS(object, operation) \
  (__builtin_expect(gcdc_run_is_on, false) ? gcdc_note_foreign_call((object), GCDC_OPERATION_##operation) \
                                           : (void)0)

/// The return address in the caller of the entry point.
#define GCDC_SITE __builtin_return_address(0)

/// A lock or the like begins its life at an address, by a call from `site`, or ends it. With control on or
/// off.
GCDC_HIDDEN void gcdc_begin_life(void *address, int primitive, gcdc_site site);
GCDC_HIDDEN void gcdc_end_life(void *address);
/// Whether a read-write lock, a spin lock or a `sem_t` is virtual because the user has used it before. What
/// is virtual stays so for every caller, since its real twin knows nothing of it. With control on.
GCDC_HIDDEN bool gcdc_is_known_primitive(const void *address);
/// Whether a call onto such an object, other than one that gives it back, goes to the model.
static inline bool gcdc_is_for_model(const void *address, gcdc_site site) {
  return gcdc_is_user_site(site) || gcdc_is_known_primitive(address);
}

/// The work that an asynchronous call owns: copies the block. Control stays on: copying may run user code.
GCDC_HIDDEN gcdc_work gcdc_owned_work(void *block, uint32_t flags);
/// The work of a call that returns after the block has run: never copies, the block may live on the stack.
GCDC_HIDDEN gcdc_work gcdc_borrowed_work(void *block, uint32_t flags);
/// The work of a function and its context.
static inline gcdc_work gcdc_function_work(gcdc_function function, void *context, uint32_t flags) {
  return (gcdc_work){.function = function, .context = context, .flags = flags};
}
/// The function that a block's layout names.
static inline gcdc_function gcdc_block_function(const void *block) {
  return block == NULL ? NULL : ((gcdc_function const *)block)[2];
}

/// True while what controlled code writes to this descriptor is to be swallowed.
GCDC_HIDDEN bool gcdc_output_is_muted(int descriptor);

/// True when every loaded library that imports one of the functions that steer a run is bound to ours; else
/// stores the file that provides the function instead.
GCDC_HIDDEN bool gcdc_imports_are_ours(char *cause, size_t size);
/// True, once, when the self-check of this thread waits for a call to arrive at dispatch_sync_f.
GCDC_HIDDEN bool gcdc_answers_probe(void);
/// Where the file is mapped that an address is in; the end is 0 where there is none.
typedef struct {
  uintptr_t inside, start, end;
} gcdc_mapping;
GCDC_HIDDEN gcdc_mapping gcdc_mapping_around(const void *address);
// The library around a symbol; empty where it is part of a file of another name, or not there.
GCDC_HIDDEN gcdc_mapping gcdc_find_library(const char *symbol, const char *name);
/// Where libdispatch is mapped; the length is 0 until it has been looked for.
GCDC_HIDDEN extern uintptr_t gcdc_dispatch_start;
GCDC_HIDDEN extern _Atomic size_t gcdc_dispatch_length;
GCDC_HIDDEN void gcdc_find_dispatch(void);
/// True when the address is inside libdispatch's own mapping: its static mediators and tokens.
GCDC_UNINSTRUMENTED static inline bool gcdc_is_inside_dispatch(const void *address) {
  if (__builtin_expect(gcdc_dispatch_length == 0, false)) gcdc_find_dispatch();
  return (uintptr_t)address - gcdc_dispatch_start < gcdc_dispatch_length;
}
/// True when the address is in the code of libswiftCore.
GCDC_HIDDEN bool gcdc_is_inside_runtime(const void *address);
#endif
#endif
