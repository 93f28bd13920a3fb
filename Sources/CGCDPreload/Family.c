// Licensed under the Apache License, Version 2.0; see LICENSE.
// The processes of one schedule end with it, also those that left its group or session: orphans fall to the
// serving process, which has no other children, and where that is killed, to the process that guards it.
#define _GNU_SOURCE
#include "Family.h"

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The process that was forked last, while it is not waited for. Written with SIGTERM blocked.
static volatile pid_t member;
static volatile sig_atomic_t must_end;
static struct sigaction former;

/// The parent's number in a text as of /proc/N/stat; 0 where there is none.
static pid_t parent_in(const char *text) {
  // "id (name) S parent …": the name may hold anything, so from its last parenthesis.
  const char *parenthesis = strrchr(text, ')');
  return parenthesis != NULL && strlen(parenthesis) > 4 ? (pid_t)atoi(parenthesis + 4) : 0;
}

static bool is_child(const char *number, pid_t parent) {
  char path[64] = "/proc/", text[512];
  if (strlen(number) > 16) return false;
  strcat(strcat(path, number), "/stat");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = '\0';
  return parent_in(text) == parent;
}

/// Kills all children of this process; false where they cannot be found.
static bool kill_children(void) {
  DIR *folder = opendir("/proc");
  if (folder == NULL) return false;
  pid_t self = getpid();
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    if (is_child(entry->d_name, self)) kill((pid_t)atoi(entry->d_name), SIGKILL);
  }
  closedir(folder);
  return true;
}

/// Each round ends one generation; what these leave falls to this process before they can be waited for.
static void end_descendants(void) {
  int status;
  for (;;) {
    pid_t gone = waitpid(-1, &status, WNOHANG | __WALL);
    if (gone > 0) continue;
    if (gone < 0) return;  // there are none
    if (!kill_children()) return;
    if (waitpid(-1, &status, __WALL) < 0 && errno == ECHILD) return;
  }
}

static void on_end(int number) {
  (void)number;
  must_end = 1;
  if (member > 0) kill(member, SIGKILL);
}

static void set_blocked(bool blocked) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/// In the guard: the serving process. Written with SIGTERM blocked.
static volatile pid_t guarded;

static void pass_on(int number) {
  if (guarded > 0) kill(guarded, number);
}

/// Waits for the serving process, ends what it leaves where it is killed, and ends as it has ended.
static _Noreturn void guard(void) {
  int status = 0;
  pid_t gone;
  do gone = waitpid(guarded, &status, 0);
  while (gone < 0 && errno == EINTR);
  set_blocked(true);
  guarded = 0;
  end_descendants();
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  set_blocked(false);
  raise(WTERMSIG(status));
  _exit(2);
}

/// Where the C library has the number of the first thread; NULL where that is not known. Written before the
/// first copy.
static int *thread_number;

void gcdc_family_prepare(void) {
  int *number = NULL;
  bool is_known = prctl(PR_GET_TID_ADDRESS, &number) == 0 && number != NULL;
  if (is_known && *number == getpid()) thread_number = number;
}

pid_t gcdc_family_copy_early(unsigned long flags) {
  if (thread_number == NULL && flags == 0) return fork();
  pid_t child = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0 && thread_number != NULL) {
    *thread_number = getpid();
    syscall(SYS_set_tid_address, thread_number);
  }
  return child;
}

/// Becomes a process that another one guards; without room for one, it continues as it is.
static void open_under_guard(int channel) {
  pid_t parent = getpid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  set_blocked(true);
  struct sigaction passing = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
  sigaction(SIGTERM, &passing, &former);
  guarded = gcdc_family_copy_early(0);
  if (guarded > 0) {
    // The end of the serving process has to be the end of the stream.
    close(channel);
    set_blocked(false);
    guard();
  }
  bool is_guarded = guarded == 0;
  guarded = 0;
  sigaction(SIGTERM, &former, NULL);
  set_blocked(false);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (is_guarded && getppid() != parent) _exit(2);
}

void gcdc_family_open(int channel) {
  open_under_guard(channel);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Without SA_RESTART: who waits for an order hears that none comes any more.
  struct sigaction ours = {.sa_handler = on_end};
  sigaction(SIGTERM, &ours, &former);
}

pid_t gcdc_family_fork(void) {
  set_blocked(true);
  pid_t child = gcdc_family_copy_early(0);
  if (child == 0) sigaction(SIGTERM, &former, NULL);
  member = child;
  set_blocked(false);
  if (child > 0 && must_end) kill(child, SIGKILL);
  return child;
}

void gcdc_family_become_parent(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

pid_t gcdc_family_copy(void) {
  // The serving process kills this one, and the copy dies with it.
  pid_t parent = getpid();
  member = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (member == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) for (;;) syscall(SYS_exit_group, 2);
  }
  return member;
}

int gcdc_family_wait(void) {
  int status = 0x7f00;  // as of a process that could not be started
  if (member > 0) {
    // A process that stops is made to continue, as a shell's user would do in the end.
    while (waitpid(member, &status, WUNTRACED) < 0 || WIFSTOPPED(status)) {
      if (WIFSTOPPED(status)) kill(member, SIGCONT);
    }
    set_blocked(true);
    member = 0;
    set_blocked(false);
  }
  end_descendants();
  if (must_end) _exit(0);
  return status;
}
#endif
