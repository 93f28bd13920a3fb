// Licensed under the Apache License, Version 2.0; see LICENSE.
// Groups. Groups that work items make for themselves arrive here too, unannounced.
#include "Interposer.h"

#if GCDC_INTERPOSES
GCDC_EXPORT void *dispatch_group_create(void) {
  if (!GCDC_HOOKED(group_created)) return GCDC_REAL(dispatch_group_create)();
  void *group;
  GCDC_OFF({
    group = GCDC_REAL(dispatch_group_create)();
    gcdc_hook_table.group_created(group, GCDC_SITE);
  });
  return group;
}

GCDC_EXPORT void dispatch_group_enter(void *group) {
  if (!GCDC_HOOKED(group_enter)) {
    return GCDC_PASS(group, ENTER), GCDC_REAL(dispatch_group_enter)(group);
  }
  GCDC_OFF(gcdc_hook_table.group_enter(group, GCDC_SITE));
}

GCDC_EXPORT void dispatch_group_leave(void *group) {
  if (!GCDC_HOOKED(group_leave)) {
    return GCDC_PASS(group, LEAVE), GCDC_REAL(dispatch_group_leave)(group);
  }
  GCDC_OFF({
    bool handled = gcdc_hook_table.group_leave(group, GCDC_SITE);
    if (!handled) GCDC_REAL(dispatch_group_leave)(group);
  });
}

GCDC_EXPORT intptr_t dispatch_group_wait(void *group, uint64_t timeout) {
  if (!GCDC_HOOKED(group_wait)) {
    return GCDC_PASS(group, GROUP_WAIT), GCDC_REAL(dispatch_group_wait)(group, timeout);
  }
  intptr_t result;
  GCDC_OFF(result = gcdc_hook_table.group_wait(group, timeout, GCDC_SITE));
  return result;
}

GCDC_EXPORT void dispatch_group_notify(void *group, void *queue, void *block) {
  if (!GCDC_HOOKED(group_notify)) {
    return GCDC_PASS(group, NOTIFY), GCDC_REAL(dispatch_group_notify)(group, queue, block);
  }
  gcdc_work work = gcdc_owned_work(block, 0);
  GCDC_OFF(gcdc_hook_table.group_notify(group, queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_group_notify_f(void *group, void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(group_notify)) {
    return GCDC_PASS(group, NOTIFY), GCDC_REAL(dispatch_group_notify_f)(group, queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.group_notify(group, queue, work, GCDC_SITE));
}

GCDC_EXPORT void dispatch_group_async(void *group, void *queue, void *block) {
  if (!GCDC_HOOKED(async)) {
    return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_group_async)(group, queue, block);
  }
  gcdc_work work = gcdc_owned_work(block, 0);
  GCDC_OFF(gcdc_hook_table.async(queue, work, group, GCDC_SITE));
}

GCDC_EXPORT void dispatch_group_async_f(void *group, void *queue, void *context, gcdc_function function) {
  if (!GCDC_HOOKED(async)) {
    return GCDC_PASS(queue, ASYNC), GCDC_REAL(dispatch_group_async_f)(group, queue, context, function);
  }
  gcdc_work work = gcdc_function_work(function, context, 0);
  GCDC_OFF(gcdc_hook_table.async(queue, work, group, GCDC_SITE));
}
#endif
