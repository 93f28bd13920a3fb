// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where a Swift task that is suspended continues: it has no thread whose stack could show that.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CGCDInterpose.h"
#include "LoadedCode.h"

#if defined(__linux__) && !defined(GCDC_OTHER_PLATFORM)
#include "RuntimeLayout.h"
#include <dlfcn.h>
#include <string.h>

/// Adds the functions that await one another to the `depth` addresses in `stack`; returns how many there are.
static size_t add_callers(const void *function, uintptr_t *stack, size_t depth) {
  struct async_frame frame;
  const void *next = function;
  while (depth < GCDC_SUSPENDED_DEPTH && read_words(next, (uintptr_t *)&frame, 2)
         && gcdc_is_code(frame.resumption)) {
    stack[depth++] = (uintptr_t)gcdc_end_called_for((const void *)frame.resumption) + 1;
    next = frame.caller;
  }
  return depth;
}

size_t gcdc_suspended_stack(const void *task, uintptr_t *stack, bool *in_continuation) {
  struct task_layout layout;
  struct async_frame frame;
  *in_continuation = false;
  // Where a runtime lays its tasks out in another way, nothing is known.
  if (gcdc_tasks_are_unknown() || !read_words(task, (uintptr_t *)&layout, sizeof layout / sizeof(uintptr_t))
      || !gcdc_is_code(layout.resumption) || !read_words(layout.frame, (uintptr_t *)&frame, 2)) {
    return 0;
  }
  // Inside the function that continues, as a return address is inside its caller.
  size_t depth = 0;
  *in_continuation = layout.resumption == frame.resumption;
  if (!*in_continuation) stack[depth++] = layout.resumption + 1;
  return add_callers(layout.frame, stack, depth);
}

/// Of what the compiler keeps of a continuation (the ABI), in words, behind the frame's own two.
enum { CONTINUATION_FLAGS = 2, CONTINUATION_STATUS = 3, CONTINUATION_WORDS = 4 };
enum { CAN_FAIL = 1 };
enum { IS_MADE = 0 };  // not awaited, and not resumed

const void *gcdc_element_asked_for(const void *task, bool *can_fail) {
  struct task_layout layout;
  uintptr_t words[CONTINUATION_WORDS];
  bool is_known = !gcdc_tasks_are_unknown()
                  && read_words(task, (uintptr_t *)&layout, sizeof layout / sizeof(uintptr_t))
                  && read_words(layout.frame, words, CONTINUATION_WORDS) && words[1] == layout.resumption;
  // A continuation that the library has made for itself, and not awaited yet: what it does meanwhile is to
  // look for an element.
  if (!is_known || words[CONTINUATION_STATUS] != IS_MADE || !gcdc_is_in_concurrency((void *)words[1])) {
    return NULL;
  }
  *can_fail = (words[CONTINUATION_FLAGS] & CAN_FAIL) != 0;
  return layout.frame;
}

void *gcdc_first_context(const void *task) { return (void *)((const struct task_layout *)task)->frame; }

size_t gcdc_async_callers(const void *function, uintptr_t *stack) { return add_callers(function, stack, 0); }

size_t gcdc_async_functions(const void *function, uintptr_t *functions) {
  struct async_frame frame;
  size_t depth = 0;
  while (depth < GCDC_SUSPENDED_DEPTH && read_words(function, (uintptr_t *)&frame, 2)
         && gcdc_is_code(frame.resumption)) {
    functions[depth++] = (uintptr_t)function;
    function = frame.caller;
  }
  return depth;
}

static void *known(const char *symbol, void **place) {
  if (*place == NULL) *place = dlsym(RTLD_DEFAULT, symbol);
  return *place;
}

void *gcdc_running_task(void) {
  static void *current;
  void *(*call)(void) = (void *(*)(void))known("swift_task_getCurrent", &current);
  return call == NULL ? NULL : call();
}

struct executor {
  void *identity, *implementation;
};

static void *identity_of_executor(const char *symbol, void **place) {
  struct executor (*call)(void) = (struct executor (*)(void))known(symbol, place);
  return call == NULL ? NULL : call().identity;
}

void *gcdc_running_actor(void) {
  static void *current;
  return identity_of_executor("swift_task_getCurrentExecutor", &current);
}

const char *gcdc_name_of_running_task(void) {
  static void *name;
  const char *(*call)(void) = (const char *(*)(void))known("swift_task_getCurrentTaskName", &name);
  return call == NULL ? NULL : call();
}

const void *gcdc_main_executor(void) {
  static void *main_executor;
  return identity_of_executor("swift_task_getMainExecutor", &main_executor);
}

// Of the runtime's layout of a task, in words, as Swift 6.3 has it: its class, the flags of its status, the
// record of what it waits for. That record names its task, which proves it to be one.
enum { CLASS = 0, STATUS = 12, DEPENDENCY = 20, TASK_WORDS = 21 };
enum { IS_CANCELLED = 0x100, IS_RUNNING = 0x800, IS_ENQUEUED = 0x1000, IS_COMPLETE = 0x2000 };
/// Behind the flags are the records of the task, in a list; of which no task has many.
enum { NEXT_RECORD = 1, MOST_RECORDS = 32 };
/// Of that record, in words.
enum { AWAITED = 2, KIND = 4, WAITER = 5, RECORD_WORDS = 6 };

static uintptr_t class_of_tasks(void) {
  static void **class;
  if (class == NULL) class = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_asyncTaskMetadata");
  return class == NULL ? 0 : (uintptr_t)*class;
}

bool gcdc_is_default_actor(const void *object) {
  uintptr_t class, words[CLASS_WORDS], flags;
  if (!read_words(object, &class, 1) || !read_words((const void *)class, words, CLASS_WORDS)) return false;
  // Aligned to four bytes only.
  uintptr_t descriptor = words[DESCRIPTOR], half = descriptor % sizeof flags;
  if ((half != 0 && half != sizeof flags / 2) || !read_words((const void *)(descriptor - half), &flags, 1)) {
    return false;
  }
  return (flags >> (8 * half) & IS_DEFAULT_ACTOR) != 0;
}

uint64_t gcdc_actor_digest(const void *actor) {
  const uintptr_t *words = (const uintptr_t *)actor + ACTOR_HEADER;
  uint64_t digest = 0;
  for (size_t word = 0; word < ACTOR_WORDS; word += 1) digest = mix(digest, words[word]);
  return digest;
}

/// Of the first word that the runtime keeps in an actor, before two that are not used.
enum { ACTOR_STATUS = 2, ACTOR_STATE = 7, IS_RUN = 2 };

bool gcdc_actor_is_run(const void *actor) {
  return (((const uintptr_t *)actor)[ACTOR_HEADER + ACTOR_STATUS] & ACTOR_STATE) == IS_RUN;
}

bool gcdc_is_task(const void *object) {
  uintptr_t class = class_of_tasks();
  return class != 0 && *(const uintptr_t *)object == class;
}

/// Of the object behind a checked continuation, in words: the unchecked one, until it has been resumed.
enum { UNCHECKED = 2, CHECKED_WORDS = 3 };

void *gcdc_task_of_checked(const void *continuation) {
  uintptr_t words[CHECKED_WORDS], class;
  if (!read_words(continuation, words, CHECKED_WORDS)
      || !read_words((const void *)words[UNCHECKED], &class, 1)
      || !gcdc_is_task((const void *)words[UNCHECKED])) {
    return NULL;
  }
  return (void *)words[UNCHECKED];
}

uint64_t gcdc_task_status(const void *task) {
  if (gcdc_tasks_are_unknown()) return 0;
  const uintptr_t *words = (const uintptr_t *)task;
  uint64_t digest = mix(0, words[STATUS] & IS_CANCELLED);
  uintptr_t record[NEXT_RECORD + 1], place = words[STATUS + 1];
  for (size_t depth = 0; depth < MOST_RECORDS && read_words((const void *)place, record, NEXT_RECORD + 1);
       depth += 1) {
    if (place != words[DEPENDENCY]) digest = mix(digest, place);
    place = record[NEXT_RECORD];
  }
  return digest;
}

gcdc_task_facts gcdc_task_facts_of(const void *task) {
  gcdc_task_facts facts = {.state = GCDC_TASK_UNREADABLE};
  uintptr_t words[TASK_WORDS], record[RECORD_WORDS];
  uintptr_t class = class_of_tasks();
  if (gcdc_tasks_are_unknown() || class == 0 || !read_words(task, words, TASK_WORDS)
      || words[CLASS] != class) {
    return facts;
  }
  uint32_t status = (uint32_t)words[STATUS];
  if (status & IS_COMPLETE) {
    facts.state = GCDC_TASK_ENDED;
  } else if (status & IS_RUNNING) {
    facts.state = GCDC_TASK_ACTIVE;
  } else {
    facts.state = status & IS_ENQUEUED ? GCDC_TASK_ACTIVE : GCDC_TASK_SUSPENDED;
    bool is_known = read_words((const void *)words[DEPENDENCY], record, RECORD_WORDS)
                    && record[WAITER] == (uintptr_t)task;
    uint32_t kind = is_known ? (uint32_t)record[KIND] : 0;
    if (kind >= GCDC_AWAITS_TASK && kind <= GCDC_AWAITS_EXECUTOR) {
      facts.awaits = (gcdc_awaited_kind)kind;
      facts.object = (const void *)record[AWAITED];
    }
  }
  return facts;
}

gcdc_code_owner gcdc_owner_of_code(const uintptr_t *stack, size_t depth) {
  for (size_t index = 0; index < depth; index += 1) {
    if (gcdc_is_testing_site((gcdc_site)stack[index])) return GCDC_CODE_OF_TESTING;
    // The runtime's own functions continue for another task, such as the turn of a task group.
    if (!gcdc_is_library_address((const void *)stack[index])) return GCDC_CODE_OF_USER;
  }
  return GCDC_CODE_UNKNOWN;
}

/// Bits of the flags of a job that is a task (the ABI).
enum { TASK_IS_CHILD = 24, TASK_IS_CHILD_IN_GROUP = 26 };

gcdc_task_relation gcdc_task_relation_of(const void *task) {
  uint32_t flags = ((const uint32_t *)task)[2 * JOB_FLAGS];
  if (flags >> TASK_IS_CHILD_IN_GROUP & 1) return GCDC_TASK_CHILD_IN_GROUP;
  return flags >> TASK_IS_CHILD & 1 ? GCDC_TASK_CHILD : GCDC_TASK_OF_ITS_OWN;
}

uint32_t gcdc_task_number(const void *task) { return ((const uint32_t *)task)[2 * JOB_FLAGS + 1]; }

extern void *swift_unownedRetain(void *) __attribute__((weak));
extern void swift_unownedRelease(void *) __attribute__((weak));

void gcdc_keep_address(void *object) {
  if (swift_unownedRetain != NULL) swift_unownedRetain(object);
}

void gcdc_free_address(void *object) {
  if (swift_unownedRelease != NULL) swift_unownedRelease(object);
}

/// Functions of the runtime that run a job; few, and the same for the life of the process. Read and written
/// by the one kernel thread of a run.
static uintptr_t runners[4];
static size_t known_runners;

static bool runs_jobs(uintptr_t function) {
  for (size_t index = 0; index < known_runners; index += 1) {
    if (runners[index] == function) return true;
  }
  if (!gcdc_is_library_address((const void *)function) || !gcdc_is_in_concurrency((const void *)function)) {
    return false;
  }
  if (known_runners < sizeof runners / sizeof *runners) runners[known_runners++] = function;
  return true;
}

gcdc_job_kind gcdc_job_kind_of(void (*function)(void *), const void *context) {
  return runs_jobs((uintptr_t)function) ? gcdc_kind_of_job(context) : GCDC_JOB_NONE;
}

gcdc_job_kind gcdc_kind_of_job(const void *context) {
  static void **jobs;
  if (jobs == NULL) jobs = dlsym(RTLD_DEFAULT, "_swift_concurrency_debug_jobMetadata");
  const uintptr_t *words = context;
  if (words[CLASS] == class_of_tasks()) return GCDC_JOB_TASK;
  if (jobs != NULL && words[CLASS] == (uintptr_t)*jobs && (words[JOB_FLAGS] & 0xff) == KIND_OF_RESUMPTION) {
    return GCDC_JOB_RESUMPTION;
  }
  return GCDC_JOB_OTHER;
}
#endif
