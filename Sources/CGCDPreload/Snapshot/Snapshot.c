// Licensed under the Apache License, Version 2.0; see LICENSE.
// A copy of a process costs a millisecond: the kernel copies tables, each page is copied at its first use,
// and all of it is taken down again. Where a schedule leaves nothing with the kernel that another one could
// find, the process is made what it was before it, and executes the next one.
#define _GNU_SOURCE
#include "Snapshot.h"

#include "CGCDPreload.h"
#include "../PrivateDescriptors.h"
#include "../Requests.h"
#include "CGCDThread.h"
#include "KernelState.h"
#include "MemoryImage.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { page_size = 4096, stack_size = 64 << 10 };

/// Is left alone when the rest of the memory is restored.
struct snapshot {
  char stack[stack_size];
  /// Where schedules begin, where they end, and the code in between, which has the stack here.
  gcdc_thread begin, end, restorer;
  /// What a schedule begins with.
  const char *line;
  size_t length;
  pid_t process;
  char *program_break;
  struct gcdc_kernel_state before, now;
  struct gcdc_image image;
  struct gcdc_maps maps;
};

/// True while the program's own code runs on the calling thread.
extern _Thread_local bool gcdc_controlled __attribute__((visibility("hidden"), tls_model("initial-exec")));

/// NULL where there is none. Written before the image is taken.
static struct snapshot *snapshot;

/// Where the kernel notes which processor the first thread runs on: its area for restartable sequences.
/// Empty where it has none.
static struct gcdc_range processor_note;

// Of the C library, since 2.35.
extern const ptrdiff_t __rseq_offset __attribute__((weak));
extern const unsigned int __rseq_size __attribute__((weak));

/// Called by the first thread, before the program runs.
void gcdc_snapshot_prepare(void) {
  enum { first_size = 32 };
  if (&__rseq_offset == NULL || &__rseq_size == NULL || __rseq_size == 0) return;
  gcdc_thread own;
  gcdc_thread_lay(&own, NULL, NULL);
  uintptr_t start = (uintptr_t)own.thread_pointer + (uintptr_t)__rseq_offset;
  size_t size = __rseq_size < first_size ? first_size : __rseq_size;
  processor_note = (struct gcdc_range){start, start + size};
}

static void *set_program_break(void *wanted) { return (void *)syscall(SYS_brk, wanted); }

static bool take(void) {
  struct snapshot *all = snapshot;
  uintptr_t low, high;
  gcdc_image_leave_alone(&all->image, (uintptr_t)all, (uintptr_t)(all + 1));
  if (gcdc_watchdog_runs_here()) {
    if (!gcdc_watchdog_stack(&low, &high)) return false;
    gcdc_image_leave_alone(&all->image, low, high);
  }
  all->image.of_kernel = processor_note;
  if (!gcdc_kernel_state_note(&all->before)) return false;
  all->now.last_timer = all->before.last_timer;
  all->program_break = set_program_break(NULL);
  return gcdc_image_take(&all->image);
}

/// Gives back what the kernel has of the schedule; false where that cannot be.
static bool release(void) {
  struct snapshot *all = snapshot;
  if (!gcdc_threads_end() || !gcdc_kernel_state_return(&all->before, &all->now)) return false;
  return set_program_break(all->program_break) == all->program_break;
}

static _Noreturn void leave(void) {
  for (;;) syscall(SYS_exit_group, 0);
}

/// Between two schedules.
static void restore(void) {
  struct snapshot *all = snapshot;
  if (!release() || !gcdc_requests_end_here()) leave();
  if (!gcdc_maps_return(&all->image.maps, &all->maps) || !gcdc_image_restore(&all->image)
      || !gcdc_descriptors_renew()) {
    gcdc_requests_note_refusal();
    leave();
  }
  all->line = gcdc_requests_receive(&all->length);
  if (all->line == NULL || !gcdc_requests_is_alike(all->line)) {
    gcdc_requests_leave_line();
    leave();
  }
  gcdc_requests_begin_here();
}

static void serve(void) {
  struct snapshot *all = snapshot;
  if (!take()) snapshot = NULL;
  for (;;) {
    gcdc_thread_switch(&all->restorer, &all->begin);
    // Of the thread that came to the first choice, whatever it did in the schedule.
    gcdc_controlled = false;
    restore();
  }
}

/// Returns anew for each request that this process executes, with its line, all signals blocked as they are
/// now.
const char *gcdc_snapshot_serve(const char *line, size_t *length) {
  size_t size = (sizeof(struct snapshot) + page_size - 1) / page_size * page_size;
  int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *room = mmap(NULL, size + 2 * page_size, PROT_NONE, kind, -1, 0);
  if (room == MAP_FAILED || mprotect(room + page_size, size, PROT_READ | PROT_WRITE) != 0) return line;
  struct snapshot *all = snapshot = (struct snapshot *)(room + page_size);
  all->line = line;
  all->length = *length;
  all->process = getpid();
  gcdc_thread_lay(&all->begin, NULL, NULL);
  gcdc_thread_lay(&all->restorer, all->stack + stack_size, serve);
  gcdc_thread_switch(&all->begin, &all->restorer);
  // Here each schedule begins.
  *length = all->length;
  return all->line;
}

void gcdc_preload_return(bool flushes) {
  struct snapshot *all = snapshot;
  if (all == NULL || getpid() != all->process || !gcdc_runs_on_first_thread()) return;
  // As at an exit: without the locks of streams, which threads may have that never continue.
  if (flushes) fcloseall();
  unsigned long every = ~0ul;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &every, NULL, sizeof every);
  gcdc_thread_switch(&all->end, &all->restorer);
}
#endif
