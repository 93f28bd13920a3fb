// Licensed under the Apache License, Version 2.0; see LICENSE.
// What a virtual thread keeps in the storage of the pthread that it borrows.
#ifndef CGCD_THREAD_STORAGE_H
#define CGCD_THREAD_STORAGE_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Ends the use of the calling virtual thread's storage: C++ destructors, then those of keys. User code.
GCDC_HIDDEN void gcdc_end_thread_storage(void);
/// Gives the thread-local variables of the program, not those of the system's libraries, their first values.
GCDC_HIDDEN void gcdc_reset_thread_images(void);
#endif
#endif
