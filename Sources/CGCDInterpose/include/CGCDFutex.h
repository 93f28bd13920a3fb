// Licensed under the Apache License, Version 2.0; see LICENSE.
// Futexes, and locks whose words are in the memory of the program and name their owner.
#ifndef CGCD_FUTEX_INTERFACE_H
#define CGCD_FUTEX_INTERFACE_H
#include <stdint.h>
#include "CGCDTypes.h"

long gcdc_real_futex(uint32_t *_Nonnull word, int operation, uint32_t value, uint64_t timeout,
                     uint32_t *_Nullable word2, uint32_t value3);
/// Makes a system call on the real thread that lends the caller its stack; the result is the kernel's.
typedef long (*gcdc_system_call)(long number, const long arguments[_Nonnull 6]);
void gcdc_set_own_thread_call(gcdc_system_call _Nonnull call);
/// A futex operation on a lock word that names its owner, which the virtual thread is or wants to be; without
/// a time limit. The result is that of `syscall`.
long gcdc_futex_as_owner(uint32_t *_Nonnull word, int operation, uint32_t value);
/// Lets the code of the program that locks and unlocks a `Mutex` ask for the id of its thread each time. Once
/// per process, before any of it runs under control.
void gcdc_watch_mutexes(void);
/// The first of the ids that `mutex_id` answers, below the bits of a futex's word that are no id.
#define GCDC_MUTEX_ID_BIT 0x20000000u
#endif
