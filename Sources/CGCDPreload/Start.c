// Licensed under the Apache License, Version 2.0; see LICENSE.
// Runs between the start-up code of a program and its first instruction: there the process waits, forks
// once for each schedule, and the fork runs the program's `main` on a virtual thread.
#define _GNU_SOURCE
#include "CGCDPreload.h"
#include "EngineHeap.h"
#include "Family.h"
#include "LoadedProgram.h"
#include "PrivateDescriptors.h"
#include "Requests.h"
#include "SharedPrologue.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <dlfcn.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*gcdc_main)(int, char **, char **);
typedef int (*gcdc_start)(gcdc_main, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

/// What `main` is to be called with. Written once, before the only thread continues.
static struct {
  gcdc_main main;
  struct gcdc_words words;
  char **environment;
} program;

/// The layout of a block without captures, as far as callers of blocks look at it.
struct gcdc_plain_block {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
};

static void whole_program(void *block) {
  (void)block;
  // As the C library does it: handlers and static destructors belong to the program.
  exit(program.main(program.words.count, program.words.list, program.environment));
}

static int controlled_main(int count, char **arguments, char **environment) {
  (void)count;
  (void)arguments;
  program.environment = environment;
  static struct gcdc_plain_block block = {.invoke = whole_program};
  gcdc_set_engine_heap(true);
  gcdc_preload_run(&block, (uintptr_t)program.main);
}

/// What the tool has put into the environment is not for the program, nor for those that it starts.
/// `is_quiet`: it has set the Swift runtime, which has read that by now, to print nothing about crashes.
static void hide_ourselves(bool is_quiet) {
  unsetenv("GCDCHECK_CHANNEL");
  if (is_quiet) unsetenv("SWIFT_BACKTRACE");
  const char *list = getenv("LD_PRELOAD");
  if (list == NULL) return;
  // The tool puts us first.
  const char *rest = strpbrk(list, ": ");
  if (rest == NULL || rest[1] == '\0') {
    unsetenv("LD_PRELOAD");
  } else {
    char *copy = strdup(rest + 1);
    if (copy != NULL) setenv("LD_PRELOAD", copy, 1);
    free(copy);
  }
}

/// Returns once for each order, in a process of its own.
static void serve(int channel) {
  // A schedule that crashes is described by a report; a thousand core files help no one.
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
  // Not beyond the tool, nor beyond this process: a schedule may run forever.
  gcdc_family_open(channel);
  channel = gcdc_preload_open(channel);
  if (channel < 0 || !gcdc_requests_open(channel)) _exit(2);
  gcdc_prologue_prepare();
  size_t length;
  for (const char *line; (line = gcdc_requests_receive(&length)) != NULL;) {
    if (gcdc_preload_keep(line, length)) continue;
    bool is_shared = gcdc_requests_is_alike(line) && gcdc_prologue_may_be_shared();
    pid_t server = getpid();
    pid_t child = gcdc_family_fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != server || !gcdc_descriptors_renew()) _exit(2);
      // Only here: what is made of a request takes from the heap.
      return gcdc_preload_begin(line, length, is_shared);
    }
    int status = gcdc_family_wait();
    enum gcdc_handover left;
    // Another serving process begins with what is not answered.
    if (!gcdc_requests_take_over(!WIFSIGNALED(status), &left)) _exit(2);
    if (left == GCDC_HANDOVER_REFUSED) gcdc_prologue_give_up();
    // The line that was left comes again.
    if (left == GCDC_HANDOVER_NONE && !gcdc_requests_send_ended(status)) _exit(2);
  }
  _exit(0);
}

/// Called by the start-up code of every dynamically linked program, with nothing of the program's own run.
__attribute__((visibility("default"))) int __libc_start_main(
    gcdc_main main, int count, char **arguments, void (*begin)(void), void (*end)(void),
    void (*end_of_linker)(void), void *stack) {
  gcdc_start real = (gcdc_start)dlsym(RTLD_NEXT, "__libc_start_main");
  const char *channel = getenv("GCDCHECK_CHANNEL");
  if (channel != NULL) {
    int descriptor = atoi(channel);
    hide_ourselves(strchr(channel, ',') != NULL);
    // One at a time runs, so that an arena for each thread makes nothing faster, but each has to be made.
    if (getenv("MALLOC_ARENA_MAX") == NULL) mallopt(M_ARENA_MAX, 1);
    gcdc_set_engine_heap(true);
    descriptor = gcdc_preload_prepare(descriptor);
    if (descriptor < 0) _exit(2);
    gcdc_family_prepare();
    program.words = gcdc_copy_loaded_program(descriptor);
    serve(GCDC_CHANNEL_NUMBER);
    // The program's start-up code, which comes next, is not under control yet.
    gcdc_set_engine_heap(false);
    program.main = main;
    main = controlled_main;
  }
  return real(main, count, arguments, begin, end, end_of_linker, stack);
}
#endif
