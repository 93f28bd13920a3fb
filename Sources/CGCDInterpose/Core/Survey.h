// Licensed under the Apache License, Version 2.0; see LICENSE.
// What is looked up about the loaded files before the first fork. Each part does its work once, and is also
// done where it is needed in a process that never called it.
#ifndef CGCD_SURVEY_H
#define CGCD_SURVEY_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Finds the thread-local variables of the program, which lie at one distance in all threads.
GCDC_HIDDEN void gcdc_survey_thread_images(void);
/// Finds out whether the program starts other programs by Foundation's Process.
GCDC_HIDDEN void gcdc_survey_child_watch(void);
/// Looks for the functions of CoreFoundation's run loops, and calls none of them.
GCDC_HIDDEN void gcdc_find_run_loops(void);
/// Binds the calls of this library, where it is preloaded, that wait for their first use.
GCDC_HIDDEN void gcdc_bind_own_imports(void);
#endif
#endif
