// Licensed under the Apache License, Version 2.0; see LICENSE.
// Starts, before the first run of a program that uses Foundation's Process, the threads by which Foundation
// learns that a process has ended: they live as long as this process, and no run may begin them.
#include "LibraryFiles.h"
#include "Addresses.h"
#include "Survey.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>
#include <string.h>

#define GCDC_SWIFT __attribute__((swiftcall))
typedef void *GCDC_SWIFT (*gcdc_make_process)(__attribute__((swift_context)) void *type);
typedef void GCDC_SWIFT (*gcdc_run_process)(__attribute__((swift_context)) void *process,
                                            __attribute__((swift_error_result)) void **error);
/// The parts of a CFSocket's making: what Foundation's headers declare, without them.
typedef void *(*gcdc_make_socket)(const void *allocator, int descriptor, unsigned long events,
                                  void (*callback)(void *, unsigned long, const void *, const void *, void *),
                                  const void *context);

static int find_use(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size, (void)context;
  static const char prefix[] = "$s10Foundation7ProcessC";
  bool is_program = info->dlpi_name == NULL || info->dlpi_name[0] == '\0';
  if (!is_program && gcdc_is_library_name(info->dlpi_name)) return 0;
  gcdc_import_table table = gcdc_import_table_of(info);
  for (int part = 0; part < 2; part += 1) {
    for (size_t index = 0; index < table.counts[part]; index += 1) {
      const ElfW(Sym) *symbol = &table.symbols[ELF64_R_SYM(table.relocations[part][index].r_info)];
      if (strncmp(table.strings + symbol->st_name, prefix, sizeof prefix - 1) == 0) return 1;
    }
  }
  return 0;
}

static void *symbol_named(const char *name) { return dlsym(RTLD_DEFAULT, name); }

/// A process without a program to run: the attempt fails, but not before the thread has been started.
static void start_process_thread(void) {
  void *type = symbol_named("$s10Foundation7ProcessCN");
  gcdc_make_process make = (gcdc_make_process)symbol_named("$s10Foundation7ProcessCACycfC");
  gcdc_run_process run = (gcdc_run_process)symbol_named("$s10Foundation7ProcessC3runyyKF");
  void (*release)(void *) = (void (*)(void *))symbol_named("swift_release");
  void (*release_error)(void *) = (void (*)(void *))symbol_named("swift_errorRelease");
  if (type == NULL || make == NULL || run == NULL || release == NULL || release_error == NULL) return;
  void *process = make(type);
  void *error = NULL;
  run(process, &error);
  if (error != NULL) release_error(error);
  release(process);
}

static void ignore_socket(void *socket, unsigned long event, const void *address, const void *data,
                          void *info) {
  (void)socket, (void)event, (void)address, (void)data, (void)info;
}

/// The first socket starts the other thread.
static void start_socket_thread(void) {
  gcdc_make_socket make = (gcdc_make_socket)symbol_named("CFSocketCreateWithNative");
  void (*invalidate)(void *) = (void (*)(void *))symbol_named("CFSocketInvalidate");
  void (*release)(const void *) = (void (*)(const void *))symbol_named("CFRelease");
  int ends[2];
  if (make == NULL || invalidate == NULL || release == NULL) return;
  if (GCDC_REAL(socketpair)(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  enum { data_events = 3 };
  void *socket = make(NULL, ends[0], data_events, ignore_socket, NULL);
  if (socket != NULL) {
    invalidate(socket);  // closes its descriptor
    release(socket);
  } else {
    GCDC_REAL(close)(ends[0]);
  }
  GCDC_REAL(close)(ends[1]);
}

static void *start_watch_threads(void *unused) {
  (void)unused;
  start_process_thread();
  start_socket_thread();
  return NULL;
}

static bool uses_processes;

void gcdc_survey_child_watch(void) {
  static bool is_surveyed;
  if (is_surveyed) return;
  is_surveyed = true;
  gcdc_prepare_library_names();
  uses_processes = dl_iterate_phdr(find_use, NULL) != 0;
}

/// On a thread of its own: two threads that reach the same lazy global here do so in reality, and the Swift
/// runtime remembers the kernel's number of a thread in that thread, which in the first thread of a process
/// that was forked is the number of its parent. The kernel then refuses the lock each time it is asked.
void gcdc_prepare_child_watch(void) {
  static bool is_prepared;
  if (is_prepared) return;
  is_prepared = true;
  gcdc_survey_child_watch();
  if (!uses_processes) return;
  pthread_t starter;
  if (GCDC_REAL(pthread_create)(&starter, NULL, start_watch_threads, NULL) != 0) return;
  GCDC_REAL(pthread_join)(starter, NULL);
}
#endif
