// Licensed under the Apache License, Version 2.0; see LICENSE.
// The types of hooks and functions.
#ifndef CGCD_TYPES_H
#define CGCD_TYPES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 1 where calls are interposed; elsewhere the functions of this target do not exist, and no code calls them.
#if defined(__linux__) && defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__)) \
    && !defined(GCDC_OTHER_PLATFORM)
#define GCDC_INTERPOSES 1
#else
#define GCDC_INTERPOSES 0
#endif

typedef void *_Nullable gcdc_object;            // a dispatch object, or NULL
typedef const void *_Nullable gcdc_site;        // return address of the caller
typedef void (*_Nullable gcdc_function)(void *_Nullable);

typedef void *_Nullable (*_Nonnull gcdc_thread_start)(void *_Nullable);
typedef void (*_Nonnull gcdc_once_body)(void);
/// What pthread_getattr_np and pthread_getname_np answer of a thread of the run; the name is empty where the
/// program has given none.
typedef struct {
  uintptr_t stack_low, stack_high;
  bool is_detached;
  char name[16];
} gcdc_thread_facts;
enum {
  GCDC_NOT_OURS = -1,   // a thread that is none of the run's
  GCDC_CANCELLED = -2   // a cancellation has ended the wait: the calling thread ends now
};

/// What to run: function(context). An owned block was copied for us: pass it to gcdc_work_dispose afterwards.
typedef struct {
  gcdc_function function;
  void *_Nullable context;
  uint32_t flags;  // GCDC_WORK_…
  uint32_t reserved;
} gcdc_work;

enum {
  GCDC_WORK_BLOCK = 1,     // context is a copied block; dispose releases it
  GCDC_WORK_BARRIER = 2,   // barrier by the function called or by the flags of a work item
  GCDC_WORK_ITEM = 4,      // the block has work-item data (dispatch_block_create)
  GCDC_WORK_WAIT = 8,      // dispatch_async_and_wait and its barrier form
  GCDC_WORK_CANCELLED = 16,  // a sync of a cancelled work item: calling it skips the body and ends the item
  GCDC_WORK_FETCH_CONTEXT = 32  // handler of the _f form: pass it gcdc_object_context(source) when it runs
};

/// What the Swift runtime gives for a task that it has made.
typedef struct {
  void *_Nullable task;
  void *_Nullable context;
} gcdc_new_task;

enum { GCDC_ASSERT_ON = 0, GCDC_ASSERT_NOT_ON = 1, GCDC_ASSERT_BARRIER = 2 };
enum { GCDC_PROPERTY_LABEL = 0, GCDC_PROPERTY_QUALITY = 1, GCDC_PROPERTY_SPECIFIC = 2 };
enum { GCDC_HANDLER_EVENT = 0, GCDC_HANDLER_CANCEL = 1, GCDC_HANDLER_REGISTRATION = 2,
       GCDC_HANDLER_MANDATORY_CANCEL = 3 };
enum { GCDC_SOURCE_TIMER = 0, GCDC_SOURCE_DATA_ADD = 1, GCDC_SOURCE_DATA_OR = 2, GCDC_SOURCE_DATA_REPLACE = 3,
       GCDC_SOURCE_OTHER = 4, GCDC_SOURCE_READ = 5, GCDC_SOURCE_WRITE = 6, GCDC_SOURCE_SIGNAL = 7,
       GCDC_SOURCE_INTERVAL = 8, GCDC_SOURCE_KINDS = 9 };
/// Clocks that a timer source is created for, as its handle says; 0 = any.
enum { GCDC_TIMER_UPTIME = 1, GCDC_TIMER_CONTINUOUS = 2, GCDC_TIMER_WALL = 3 };
enum { GCDC_WORKLOOP_PRIORITY = 0, GCDC_WORKLOOP_SHARE = 1, GCDC_WORKLOOP_OTHER = 2 };
enum { GCDC_MUTEX = 0, GCDC_CONDITION = 1, GCDC_READ_WRITE_LOCK = 2, GCDC_SPIN_LOCK = 3, GCDC_BARRIER = 4,
       GCDC_SEM = 5 };
/// Processors that a controlled thread sees.
enum { GCDC_PROCESSORS = 4 };
/// Clocks of a dispatch_time_t.
enum { GCDC_CLOCK_UPTIME = 0, GCDC_CLOCK_CONTINUOUS = 1, GCDC_CLOCK_WALL = 2 };
#endif
