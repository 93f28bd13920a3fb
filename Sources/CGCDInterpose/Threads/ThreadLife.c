// Licensed under the Apache License, Version 2.0; see LICENSE.
// Threads that the program makes: beginning, end, join.
#include "ThreadLife.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include "RetriedCalls.h"
#include "Deadlines.h"

/// What the calling thread has handed to pthread_exit.
static _Thread_local void *exit_value __attribute__((tls_model("initial-exec")));

// glibc unwinds a thread that ends itself up to a frame that has registered a jump, as pthread_cleanup_push
// in C does. This one registers for all that a thread runs, so that the unwinding, with all its clean-up
// handlers and destructors on the way, stays the library's own and ends here.
GCDC_UNINSTRUMENTED void *gcdc_call_thread(gcdc_thread_start start, void *argument) {
  __pthread_unwind_buf_t base;
  void *volatile value = NULL;
  if (__sigsetjmp((struct __jmp_buf_tag *)(void *)base.__cancel_jmp_buf, 0) == 0) {
    __pthread_register_cancel(&base);
    gcdc_control(true);
    value = start(argument);
    __pthread_unregister_cancel(&base);
  } else {
    value = exit_value;
  }
  gcdc_end_thread_storage();
  gcdc_control(false);
  return value;
}

GCDC_UNINSTRUMENTED void gcdc_call_until_exit(void (*function)(void *), void *context) {
  __pthread_unwind_buf_t base;
  if (__sigsetjmp((struct __jmp_buf_tag *)(void *)base.__cancel_jmp_buf, 0) == 0) {
    __pthread_register_cancel(&base);
    function(context);
    __pthread_unregister_cancel(&base);
  }
}

GCDC_UNINSTRUMENTED _Noreturn void gcdc_leave_thread(void *value, gcdc_site site) {
  if (GCDC_HOOKED(thread_exit)) {
    GCDC_OFF(gcdc_hook_table.thread_exit(site));
    exit_value = value;
  }
  GCDC_REAL(pthread_exit)(value);
  __builtin_unreachable();
}

GCDC_EXPORT void pthread_exit(void *value) { gcdc_leave_thread(value, GCDC_SITE); }

/// Threads of the user's own, whether made by the C call or by Thread or std::thread; those that a library
/// makes for itself stay real. Call with control off.
GCDC_UNINSTRUMENTED static bool is_made_by_user(gcdc_site site) {
  return gcdc_is_user_site(site) || gcdc_is_testing_site(site);
}

GCDC_UNINSTRUMENTED static bool asks_detached(const pthread_attr_t *attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != NULL) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

GCDC_UNINSTRUMENTED static size_t asked_stack_size(const pthread_attr_t *attributes) {
  size_t size = 0;
  return attributes != NULL && pthread_attr_getstacksize(attributes, &size) == 0 ? size : 0;
}

GCDC_UNINSTRUMENTED int gcdc_make_thread(pthread_t *thread, const pthread_attr_t *attributes,
                                         gcdc_thread_start start, void *argument, gcdc_site site) {
  GCDC_RETURN_OFF(
      gcdc_hook_table.thread_create((uintptr_t *)thread, start, argument, asks_detached(attributes),
                                    asked_stack_size(attributes), site));
}

GCDC_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                               void *argument) {
  if (GCDC_HOOKED(thread_create) && is_made_by_user(GCDC_SITE)) {
    return gcdc_make_thread(thread, attributes, start, argument, GCDC_SITE);
  }
  int result;
  if (!GCDC_HOOKED(thread_created)) {
    if (gcdc_hand_over_thread(thread, start, argument, asks_detached(attributes), &result)) return result;
    return GCDC_REAL(pthread_create)(thread, attributes, start, argument);
  }
  GCDC_OFF({
    gcdc_hook_table.thread_created(GCDC_SITE);
    // The new thread starts with a thread-local block of its own, hence uncontrolled.
    result = GCDC_REAL(pthread_create)(thread, attributes, start, argument);
  });
  return result;
}

GCDC_UNINSTRUMENTED int gcdc_join_thread(pthread_t thread, uint64_t deadline, bool is_try, void **value,
                                         gcdc_site site) {
  int result;
  GCDC_OFF(result = gcdc_hook_table.thread_join(thread, deadline, is_try, value, site));
  if (result == GCDC_CANCELLED) gcdc_leave_thread(PTHREAD_CANCELED, site);
  return result;
}

GCDC_EXPORT int pthread_join(pthread_t thread, void **value) {
  if (!GCDC_HOOKED(thread_join)) return GCDC_REAL(pthread_join)(thread, value);
  int result = gcdc_join_thread(thread, UINT64_MAX, false, value, GCDC_SITE);
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_join)(thread, value) : result;
}

GCDC_EXPORT int pthread_tryjoin_np(pthread_t thread, void **value) {
  if (!GCDC_HOOKED(thread_join)) return GCDC_REAL(pthread_tryjoin_np)(thread, value);
  int result = gcdc_join_thread(thread, 0, true, value, GCDC_SITE);
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_tryjoin_np)(thread, value) : result;
}

GCDC_UNINSTRUMENTED static int join_until(pthread_t thread, void **value, clockid_t clock,
                                          const struct timespec *time, gcdc_site site) {
  uint64_t deadline = UINT64_MAX;
  bool is_time = true;
  if (time != NULL) GCDC_OFF(is_time = gcdc_deadline(clock, time, &deadline));
  return is_time ? gcdc_join_thread(thread, deadline, false, value, site) : EINVAL;
}

GCDC_EXPORT int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *time) {
  if (!GCDC_HOOKED(thread_join)) return GCDC_REAL(pthread_timedjoin_np)(thread, value, time);
  int result = join_until(thread, value, CLOCK_REALTIME, time, GCDC_SITE);
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_timedjoin_np)(thread, value, time) : result;
}

GCDC_EXPORT int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock,
                                     const struct timespec *time) {
  if (!GCDC_HOOKED(thread_join)) return GCDC_REAL(pthread_clockjoin_np)(thread, value, clock, time);
  int result = join_until(thread, value, clock, time, GCDC_SITE);
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_clockjoin_np)(thread, value, clock, time) : result;
}

GCDC_UNINSTRUMENTED int gcdc_detach_thread(pthread_t thread, gcdc_site site) {
  GCDC_RETURN_OFF(gcdc_hook_table.thread_detach(thread, site));
}

GCDC_EXPORT int pthread_detach(pthread_t thread) {
  if (!GCDC_HOOKED(thread_detach)) return GCDC_REAL(pthread_detach)(thread);
  int result = gcdc_detach_thread(thread, GCDC_SITE);
  return result == GCDC_NOT_OURS ? GCDC_REAL(pthread_detach)(thread) : result;
}
#endif
