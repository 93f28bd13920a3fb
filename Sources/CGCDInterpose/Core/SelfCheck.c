// Licensed under the Apache License, Version 2.0; see LICENSE.
// Proof, before the first controlled run, that calls arrive here and that real objects look as Objects.c
// believes.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>

static void set_cause(gcdc_check *check, const char *cause) {
  if (check->cause[0] == '\0') strncpy(check->cause, cause, sizeof check->cause - 1);
}

// Per thread, so that a check disturbs no run of another thread.
static _Thread_local bool waits_for_probe;

bool gcdc_answers_probe(void) {
  bool answers = waits_for_probe;
  waits_for_probe = false;
  return answers;
}

static void probe_body(void *context, size_t index) { (void)context, (void)index; }

/// dispatch_apply_f on a serial queue calls dispatch_sync_f inside the library; that call must come out here.
static bool library_calls_arrive(void) {
  void *queue = GCDC_REAL(dispatch_queue_create)("gcdcheck.self-check", NULL);
  waits_for_probe = true;
  bool before = gcdc_control(true);
  GCDC_REAL(dispatch_apply_f)(1, queue, NULL, probe_body);
  gcdc_control(before);
  GCDC_REAL(_os_object_release)(queue);
  return !gcdc_answers_probe();
}

static const char queue_numbers[] = "queue serial number";

/// What is not as it should be of two new queues, or NULL.
static const char *wrong_of_queues(void) {
  void *serial = GCDC_REAL(dispatch_queue_create)("gcdcheck.self-check", NULL);
  void *concurrent_attribute = dlsym(RTLD_DEFAULT, "_dispatch_queue_attr_concurrent");
  void *global = gcdc_default_global_queue();
  void *concurrent = GCDC_REAL(dispatch_queue_create_with_target)("", concurrent_attribute, global);
  for (int count = 0; count < 70; count += 1) GCDC_REAL(dispatch_suspend)(serial);
  gcdc_queue_facts facts = gcdc_queue_facts_of(serial);
  gcdc_queue_facts others = gcdc_queue_facts_of(concurrent);
  for (int count = 0; count < 70; count += 1) GCDC_REAL(dispatch_resume)(serial);
  const char *wrong = NULL;
  if (facts.serial == 0 || others.serial != facts.serial + 1) wrong = queue_numbers;
  if (facts.width != 1 || others.width != 0xffe) wrong = "queue width";
  if (facts.suspend_count != 70 || others.suspend_count != 0) wrong = "queue suspend count";
  if (!facts.suspended || others.suspended) wrong = "queue suspension";
  if (!facts.mutable_target || others.mutable_target) wrong = "queue flags";
  if (facts.inactive || others.target != global) wrong = "queue target";
  if (facts.label == NULL || strcmp(facts.label, "gcdcheck.self-check") != 0) wrong = "queue label";
  if (!facts.owns_label) wrong = "queue label flag";
  if (gcdc_external_count(serial) != 0) wrong = "external count";
  if (gcdc_object_kind_of(serial) != GCDC_OBJECT_QUEUE || gcdc_object_kind_of(concurrent) != GCDC_OBJECT_QUEUE
      || gcdc_object_kind_of(global) != GCDC_OBJECT_GLOBAL_QUEUE
      || gcdc_object_kind_of(gcdc_main_queue()) != GCDC_OBJECT_MAIN_QUEUE) {
    wrong = "queue type";
  }
  GCDC_REAL(_os_object_release)(serial);
  GCDC_REAL(_os_object_release)(concurrent);
  return wrong;
}

static bool check_queues(gcdc_check *check) {
  const char *wrong = wrong_of_queues();
  // Another thread may have made a queue between the two, and another again.
  for (int attempt = 0; wrong == queue_numbers && attempt < 100; attempt += 1) wrong = wrong_of_queues();
  if (wrong != NULL) set_cause(check, wrong);
  return wrong == NULL;
}

static bool check_counters(gcdc_check *check) {
  void *semaphore = GCDC_REAL(dispatch_semaphore_create)(3);
  GCDC_REAL(dispatch_semaphore_signal)(semaphore);
  intptr_t original = 0;
  intptr_t value = gcdc_semaphore_value(semaphore, &original);
  void *group = GCDC_REAL(dispatch_group_create)();
  GCDC_REAL(dispatch_group_enter)(group);
  GCDC_REAL(dispatch_group_enter)(group);
  uint32_t entered = gcdc_group_count(group);
  GCDC_REAL(dispatch_group_leave)(group);
  GCDC_REAL(dispatch_group_leave)(group);
  const char *wrong = NULL;
  if (value != 4 || original != 3) wrong = "semaphore value";
  if (entered != 2 || gcdc_group_count(group) != 0) wrong = "group count";
  if (gcdc_object_kind_of(semaphore) != GCDC_OBJECT_SEMAPHORE) wrong = "semaphore type";
  if (gcdc_object_kind_of(group) != GCDC_OBJECT_GROUP) wrong = "group type";
  GCDC_REAL(_os_object_release)(semaphore);
  GCDC_REAL(_os_object_release)(group);
  if (wrong != NULL) set_cause(check, wrong);
  return wrong == NULL;
}

static void item_probe(void *block) { (void)block; }

static bool check_items(gcdc_check *check) {
  // A block without captures, as a compiler lays it out.
  static const unsigned long descriptor[2] = {0, 32};
  struct {
    void *isa;
    int flags, reserved;
    gcdc_function invoke;
    const void *descriptor;
  } block = {dlsym(RTLD_DEFAULT, "_NSConcreteGlobalBlock"), 1 << 28, 0, item_probe, descriptor};
  void *item = GCDC_REAL(dispatch_block_create)(1, &block);
  bool is_item = gcdc_item_state_of(item) == GCDC_ITEM_SOUND;
  gcdc_item_facts fresh = gcdc_item_facts_of(item);
  const char *wrong = NULL;
  if (!is_item || gcdc_block_item_flags(item) != 1 || gcdc_item_state_of(&block) != GCDC_ITEM_NONE) {
    wrong = "work item";
  } else if (gcdc_object_kind_of(fresh.group) != GCDC_OBJECT_GROUP || gcdc_group_count(fresh.group) != 1
             || fresh.body != (void *)&block) {
    wrong = "work item group";
  } else {
    gcdc_block_function(item)(item);
    GCDC_REAL(dispatch_block_cancel)(item);
    gcdc_item_facts run = gcdc_item_facts_of(item);
    if (fresh.runs != 0 || run.runs != 1 || fresh.is_cancelled || !run.is_cancelled) wrong = "work item runs";
  }
  GCDC_REAL(_Block_release)(item);
  if (wrong != NULL) set_cause(check, wrong);
  return wrong == NULL;
}

gcdc_check gcdc_self_check(void) {
  gcdc_check check = {0};
  if (!gcdc_interposition_supported()) {
    set_cause(&check, "libdispatch.so");
    return check;
  }
  check.calls_arrive = gcdc_imports_are_ours(check.cause, sizeof check.cause);
  // False where it is linked so that no other definition can replace its own.
  check.library_is_open = !check.calls_arrive || library_calls_arrive();
  check.layout_known = check.library_is_open && check_queues(&check) && check_counters(&check)
                       && check_items(&check);
  return check;
}
#endif
