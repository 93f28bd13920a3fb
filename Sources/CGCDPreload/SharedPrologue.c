// Licensed under the Apache License, Version 2.0; see LICENSE.
// A process that comes to its first choice serves what comes next itself: each schedule is a copy of it. So
// what a program, or a test framework, does until then is done once.
#define _GNU_SOURCE
#include "SharedPrologue.h"

#include "CGCDPreload.h"
#include "Snapshot/Snapshot.h"
#include "Family.h"
#include "PrivateDescriptors.h"
#include "Requests.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_given_up;
/// A snapshot costs as much as a copy: few schedules are not worth one.
enum { first_that_serves = 3 };
/// Mappings that the serving process shared with others before the program ran.
static int shared_mappings;

/// How many mappings of this process are shared; -1 where that is not known.
static int count_shared_mappings(void) {
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  int count = 0, column = 0;
  char text[4096];
  // "start-end rwxs …": the fourth letter behind the first space.
  for (ssize_t length; (length = read(file, text, sizeof text)) > 0;) {
    for (ssize_t index = 0; index < length; index += 1) {
      if (text[index] == '\n') {
        column = 0;
      } else if (column == 0 && text[index] == ' ') {
        column = 1;
      } else if (column > 0 && column <= 4) {
        if (column == 4 && text[index] == 's') count += 1;
        column += 1;
      }
    }
  }
  close(file);
  return count;
}

/// How many threads the kernel knows of this process; 0 where that is not known.
static size_t count_threads(void) {
  char text[2048];
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = '\0';
  const char *line = strstr(text, "Threads:");
  size_t count = 0;
  if (line != NULL) line = strpbrk(line, "0123456789");
  for (; line != NULL && *line >= '0' && *line <= '9'; line += 1) count = 10 * count + (size_t)(*line - '0');
  return count;
}

static bool has_children(void) {
  siginfo_t facts;
  return waitid(P_ALL, 0, &facts, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0 || errno != ECHILD;
}

void gcdc_prologue_prepare(void) {
  gcdc_snapshot_prepare();
  bool is_known = gcdc_descriptors_note_given();
  shared_mappings = count_shared_mappings();
  is_given_up = !is_known || shared_mappings < 0;
}

bool gcdc_prologue_may_be_shared(void) { return !is_given_up; }

void gcdc_prologue_give_up(void) { is_given_up = true; }

/// Whether a copy of this process, which has so many threads of ours, has all that the process has.
static bool can_be_copied(size_t threads) {
  return threads > 0 && count_threads() == threads && !has_children()
         && count_shared_mappings() == shared_mappings && gcdc_descriptors_look();
}

const char *gcdc_preload_share(size_t threads, size_t *length) {
  int before = errno;
  if (!can_be_copied(threads)) gcdc_requests_hand_over(GCDC_HANDOVER_REFUSED);
  gcdc_family_become_parent();
  gcdc_requests_receive_here();
  // No handler of the program's runs here: only the copies are the program.
  sigset_t all, mask;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &mask);
  const char *line = gcdc_requests_last(length);
  for (int copies = 1;; copies += 1) {
    bool serves = copies >= first_that_serves && gcdc_requests_may_be_served_in_place();
    pid_t copy = gcdc_family_copy();
    if (copy == 0) {
      gcdc_preload_copied();
      if (!gcdc_descriptors_renew()) for (;;) syscall(SYS_exit_group, 2);
      if (serves) line = gcdc_snapshot_serve(line, length);
      sigprocmask(SIG_SETMASK, &mask, NULL);
      errno = before;
      return line;
    }
    int status = gcdc_family_wait();
    sigprocmask(SIG_SETMASK, &all, NULL);
    bool is_answered = gcdc_requests_take_answered();
    // Ended from outside, perhaps before it had sent that: another serving process begins with what is not
    // answered.
    if (is_answered && WIFSIGNALED(status)) for (;;) kill(getpid(), SIGKILL);
    if (serves && !is_answered) gcdc_requests_note_refusal();
    if (!is_answered && !gcdc_requests_send_ended(status)) syscall(SYS_exit_group, 2);
    line = gcdc_requests_receive(length);
    if (line == NULL || !gcdc_requests_is_alike(line)) gcdc_requests_hand_over(GCDC_HANDOVER_REQUEST);
  }
}
#endif
