// Licensed under the Apache License, Version 2.0; see LICENSE.
// Whose code an address is.
#ifndef CGCD_ADDRESSES_INTERFACE_H
#define CGCD_ADDRESSES_INTERFACE_H
#include <stdbool.h>
#include "CGCDTypes.h"

/// The file that this code was preloaded from; NULL where it is linked into the program.
const char *_Nullable gcdc_own_library(void);
/// Looks at the files that are loaded, so that no later call has to unless more are loaded by then.
void gcdc_survey_libraries(void);
/// True when the address is in the toolchain's or the system's libraries.
bool gcdc_is_library_address(const void *_Nullable address);
/// The file that was loaded to an address and the place in it, as one number that is the same in each process
/// of a program, wherever the system puts its files; the address itself where no file was loaded.
uint64_t gcdc_portable_address(const void *_Nullable address);
/// The address in this process for such a number; NULL where no file was loaded that it belongs to.
const void *_Nullable gcdc_local_address(uint64_t portable);
/// True when the address is in libdispatch itself, not in its Swift overlay.
bool gcdc_is_dispatch_address(const void *_Nullable address);
/// True when the address is in a library through which calls of a program come here: libdispatch, its Swift
/// overlay, the concurrency runtime, and this one where it is preloaded. One thread at a time.
bool gcdc_passes_calls_on(const void *_Nullable address);
/// True when a call returning to this address is the user's: outside those libraries, inside the methods of
/// NSLock, NSRecursiveLock, NSCondition, NSConditionLock, Mutex and std::condition_variable, or where a
/// library called through a pointer, so that a callback ended in a jump to the callee.
bool gcdc_is_user_site(gcdc_site site);
/// Whether a call is in one of those methods.
bool gcdc_is_lock_method_site(gcdc_site site);

/// Whether a call is in the code of Swift Testing, in a whole program.
bool gcdc_is_testing_site(gcdc_site site);
/// The same for calls that those methods end in a jump to, onto mutexes and conditions: Foundation, which
/// reaches the methods of its own locks through tables, is a library there.
bool gcdc_is_user_lock_site(gcdc_site site);
#endif
