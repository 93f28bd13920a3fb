// Licensed under the Apache License, Version 2.0; see LICENSE.
// After a dead run: what a thread's local state says about frames that will never return is reset, by code
// that borrows that very thread once more, so that every library answers with the right thread's state.
#define _GNU_SOURCE
#include "BorrowedThread.h"
#if GCDC_SUPPORTED
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

#include "SwitchFrame.h"
#include "SystemCall.h"
#if GCDC_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

#if GCDC_THREAD_SANITIZER
/// Room that the cleansing code needs below abandoned frames.
static const uintptr_t room = 64 * 1024;
#endif

/// libswiftCore: the accesses in progress and a cached thread id. libswift_Concurrency: current task,
/// executor, task-local values outside a task, a cached thread id. All of it is of the thread and for the
/// moment.
static const char *const reset_libraries[] = {"libswiftCore.so", "libswift_Concurrency.so"};

GCDC_PLAIN static bool is_reset(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof reset_libraries / sizeof *reset_libraries; i++) {
    if (strcmp(name, reset_libraries[i]) == 0) return true;
  }
  return false;
}

/// Puts the thread-local block of a library back to its initial image.
GCDC_PLAIN static int reset_block(struct dl_phdr_info *library, size_t size, void *unused) {
  (void)unused;
  if (!library->dlpi_name || !is_reset(library->dlpi_name)) return 0;
  if (size < offsetof(struct dl_phdr_info, dlpi_tls_data) + sizeof library->dlpi_tls_data) return 0;
  if (!library->dlpi_tls_data) return 0;  // this thread never used it
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[i];
    if (part->p_type != PT_TLS) continue;
    memcpy(library->dlpi_tls_data, (const void *)(library->dlpi_addr + part->p_vaddr), part->p_filesz);
    memset((char *)library->dlpi_tls_data + part->p_filesz, 0, part->p_memsz - part->p_filesz);
  }
  return 0;
}

/// The Itanium C++ ABI's globals of a thread: exceptions being handled, number of uncaught ones.
typedef struct {
  void *caught;
  unsigned int uncaught;
} exception_globals;

GCDC_PLAIN static void reset_exceptions(void) {
  static exception_globals *(*globals_of_thread)(void);
  static bool looked_up;
  if (!looked_up) {
    globals_of_thread = (exception_globals * (*)(void)) dlsym(RTLD_DEFAULT, "__cxa_get_globals");
    looked_up = true;
  }
  if (!globals_of_thread) return;
  exception_globals *globals = globals_of_thread();
  globals->caught = NULL;
  globals->uncaught = 0;
}

GCDC_PLAIN void gcdc_thread_reset_here(gcdc_borrowed *thread) {
  (void)thread;
  reset_exceptions();
  dl_iterate_phdr(reset_block, NULL);
#if GCDC_ADDRESS_SANITIZER
  __asan_handle_no_return();
#endif
  errno = 0;
#if GCDC_THREAD_SANITIZER
  if (!thread->without_jump) longjmp(thread->base_jump, 1);
#endif
}

GCDC_PLAIN void gcdc_thread_reset(gcdc_borrowed *thread) {
  uintptr_t base = thread->base;
#if GCDC_THREAD_SANITIZER
  // The jump back needs the frame of gcdc_thread_run intact, so this runs below the abandoned frames. Where
  // they left no room there is no jump, and what is lost is a part of the sanitizer's shadow stack, nothing
  // of ours.
  uintptr_t below = ((uintptr_t)thread->handle.stack_pointer - 256) & ~(uintptr_t)63;
  thread->without_jump = below < thread->low + room;
  if (!thread->without_jump) thread->base = below;
#endif
  gcdc_thread_rewind(thread);
  thread->base = base;
  // A handle for the caller: carrier or virtual thread.
  gcdc_thread here = {.thread_pointer = gcdc_thread_pointer()};
  thread->cleansing = &here;
  gcdc_thread_switch(&here, &thread->handle);
}
#endif
