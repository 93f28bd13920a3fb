// Licensed under the Apache License, Version 2.0; see LICENSE.
// What test hosts need and Swift cannot spell: blocks that are lent, an early start, and task-locals of
// another task.
#ifndef CGCD_HOST_H
#define CGCD_HOST_H
#include <stdbool.h>

/// Calls a block that was lent as a bare pointer; control of the thread stays as it is.
void gcdc_host_call_block(void *_Nonnull block);
/// True when the calling code runs in a Swift task.
bool gcdc_host_has_task(void);

/// True when the calling code is a block of the main queue.
bool gcdc_host_is_on_main_queue(void);

/// Runs work(argument) where the task-locals of a task are visible.
typedef void (*gcdc_host_context)(void (*_Nonnull work)(void *_Nullable), void *_Nullable argument);
/// While `learning` is on, the keys of all task-locals that the calling thread reads are remembered.
void gcdc_host_learn_keys(bool learning);
/// From now on, reads of learned keys by controlled threads that run no task are made through `context`;
/// NULL ends it.
void gcdc_host_adopt(gcdc_host_context _Nullable context);

/// Gives back the references to a closure's context that frames of abandoned runs hold: all but one.
void gcdc_host_drop_surplus(void *_Nullable closure_context);
#endif
