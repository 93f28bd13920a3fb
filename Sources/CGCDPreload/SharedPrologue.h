// Licensed under the Apache License, Version 2.0; see LICENSE.
// The steps before a program's first choice, made by one process for many schedules.
#ifndef CGCD_SHARED_PROLOGUE_H
#define CGCD_SHARED_PROLOGUE_H
#include <stdbool.h>

/// In the serving process, before the first schedule: what is there that all may share.
void gcdc_prologue_prepare(void);
/// Whether no schedule has been found that cannot begin in a copy of another one's process.
bool gcdc_prologue_may_be_shared(void);
/// From now on each schedule is a process of its own from its beginning.
void gcdc_prologue_give_up(void);
#endif
