// Licensed under the Apache License, Version 2.0; see LICENSE.
// What programs ask of the system besides: signals, descriptors, files, processes, clocks.
// Each case is one program; the table of verdicts says what has to be said about it.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t start(void *(*body)(void *), void *it) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, it)) abort();
  return thread;
}
static void *sleeps_a_second(void *it) { return sleep(1), it; }

// Signals.
static volatile sig_atomic_t signals;
static void notes(int number) { signals++; }
static void catches(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigaction(number, &action, NULL);
}
static void *awaits_a_signal(void *set) {
  int number;
  return sigwait(set, &number) == 0 && number == SIGUSR1 ? NULL : set;
}
static int awaits(int sends) {
  static sigset_t set;
  void *failed;
  sigemptyset(&set), sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread = start(awaits_a_signal, &set);
  if (sends) kill(getpid(), SIGUSR1);
  return pthread_join(thread, &failed) || failed;
}
CASE(awaits_signals_in_a_thread) { return awaits(1); }
static void *sends_late(void *thread) {
  usleep(5000);
  return (void *)(long)pthread_kill((pthread_t)thread, SIGUSR1);
}
CASE(awaits_a_signal_nobody_sends) { return awaits(0); }
CASE(awaits_a_signal_of_a_thread) {
  sigset_t set;
  int number;
  sigemptyset(&set), sigaddset(&set, SIGUSR1), pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread = start(sends_late, (void *)pthread_self());
  return sigwait(&set, &number) || number != SIGUSR1 || pthread_join(thread, NULL);
}
CASE(suspends_until_a_signal) {
  sigset_t blocked, old;
  catches(SIGUSR1, notes);
  sigemptyset(&blocked), sigaddset(&blocked, SIGUSR1), pthread_sigmask(SIG_BLOCK, &blocked, &old);
  pthread_t thread = start(sends_late, (void *)pthread_self());
  while (signals == 0) sigsuspend(&old);
  return pthread_join(thread, NULL);
}
CASE(interrupts_itself_while_it_waits) {
  catches(SIGUSR1, notes);
  dispatch_group_async_f(group, serial, (void *)pthread_self(), (dispatch_function_t)(void *)sends_late);
  return dispatch_group_wait(group, DISPATCH_TIME_FOREVER) || signals != 1;
}
CASE(takes_signals_from_a_descriptor) {
  sigset_t set;
  struct signalfd_siginfo info;
  sigemptyset(&set), sigaddset(&set, SIGUSR2), pthread_sigmask(SIG_BLOCK, &set, NULL);
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC);
  raise(SIGUSR2);
  return read(descriptor, &info, sizeof info) != sizeof info || info.ssi_signo != SIGUSR2;
}
CASE(is_alarmed) {
  catches(SIGALRM, notes);
  alarm(1);
  return pause() != -1 || signals != 1;
}
CASE(has_an_interval_timer) {
  catches(SIGALRM, notes);
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 20000}, {0, 20000}}, NULL);
  while (signals < 3) pause();
  return setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}
CASE(writes_where_nobody_reads) {
  int ends[2];
  signal(SIGPIPE, SIG_IGN);
  return pipe(ends) || close(ends[0]) || write(ends[1], "x", 1) != -1 || errno != EPIPE;
}
CASE(dies_where_nobody_reads) {
  int ends[2];
  return pipe(ends) || close(ends[0]) || write(ends[1], "x", 1) != -1;
}
static char *page;
static sigjmp_buf back;
static void opens_the_page(int number, siginfo_t *info, void *context) {
  signals++, mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
CASE(mends_a_fault) {
  struct sigaction action = {.sa_sigaction = opens_the_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *(volatile char *)page = 1;
  return signals != 1 || page[0] != 1;
}
static void leaps(int number) { siglongjmp(back, 1); }
static void *leaps_from_a_fault(void *it) {
  if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
  pthread_mutex_lock(&mutex), runs++, pthread_mutex_unlock(&mutex);
  return NULL;
}
CASE(leaps_from_a_fault_in_a_thread) {
  catches(SIGSEGV, leaps);
  return pthread_join(start(leaps_from_a_fault, NULL), NULL) || runs != 1;
}

// Descriptors.
static void *adds_permits(void *it) {
  uint64_t three = 3;
  return write(*(int *)it, &three, 8) == 8 ? NULL : it;
}
static int takes_permits(int permits) {
  int event = eventfd(0, EFD_SEMAPHORE);
  pthread_t thread = start(adds_permits, &event);
  for (int i = 0; i < permits; i++) {
    uint64_t one = 0;
    if (read(event, &one, 8) != 8 || one != 1) return 2;
  }
  return pthread_join(thread, NULL);
}
CASE(takes_three_permits) { return takes_permits(3); }
CASE(takes_four_permits) { return takes_permits(4); }
static char folder[64];
static void *makes_a_file(void *it) {
  char path[99];
  sprintf(path, "%s/file", folder);
  return close(open(path, O_CREAT | O_WRONLY, 0600)) || unlink(path) ? it : NULL;
}
CASE(watches_a_folder) {
  char events[4096];
  strcpy(folder, "/tmp/real-XX" "XX" "XX");
  if (!mkdtemp(folder)) return 2;
  int watch = inotify_init1(IN_CLOEXEC);
  inotify_add_watch(watch, folder, IN_CREATE);
  pthread_t thread = start(makes_a_file, folder);
  long length = read(watch, events, sizeof events);
  return length <= 0 || pthread_join(thread, NULL) || rmdir(folder);
}
CASE(seals_memory) {
  int file = memfd_create("memory", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (ftruncate(file, 8192) || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK)) return 2;
  int *words = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  words[1024] = 7;
  int seen = 0;
  return pread(file, &seen, 4, 4096) != 4 || seen != 7 || ftruncate(file, 1) == 0;
}
static int flows[2], out_of[2];
static void *splices(void *it) {
  return splice(flows[0], NULL, out_of[1], NULL, 5, 0) == 5 ? NULL : it;
}
CASE(splices_pipes) {
  char text[6] = "";
  void *failed;
  if (pipe2(flows, O_CLOEXEC) || pipe2(out_of, O_CLOEXEC)) return 2;
  pthread_t thread = start(splices, flows);
  if (write(flows[1], "hello", 5) != 5 || read(out_of[0], text, 5) != 5) return 3;
  return pthread_join(thread, &failed) || failed || strcmp(text, "hello");
}
static int locked_file;
static void *locks_the_file(void *it) {
  int file = open(it, O_RDWR);
  return flock(file, LOCK_EX) || runs != 1 || close(file) ? it : NULL;
}
CASE(locks_files) {
  char path[] = "/tmp/real-XX" "XX" "XX";
  void *failed;
  int file = mkstemp(path);
  if (flock(file, LOCK_EX)) return 2;
  pthread_t thread = start(locks_the_file, path);
  usleep(1000), runs = 1;
  if (flock(file, LOCK_UN)) return 3;
  return pthread_join(thread, &failed) || failed || unlink(path);
}
CASE(locks_a_file_twice) {
  char path[] = "/tmp/real-XX" "XX" "XX";
  int file = mkstemp(path), again = open(path, O_RDWR);
  unlink(path);
  return flock(file, LOCK_EX) || flock(again, LOCK_EX);
}

// Processes.
static int child_of(const char *word) {
  char *arguments[] = {"system", (char *)word, NULL};
  pid_t child;
  int status = -1;
  if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, arguments, environ)) return -1;
  return waitpid(child, &status, 0) == child ? status : -1;
}
CASE(spawns_itself) { return child_of("is_alarmed") != 0; }
CASE(spawns_a_command_in_a_block) {
  __block int status = -1;
  dispatch_sync(serial, ^{
    char line[8] = "";
    FILE *command = popen("echo four", "r");
    if (fgets(line, sizeof line, command) && strcmp(line, "four\n") == 0) status = pclose(command);
  });
  return status;
}
static void *sleeps_on(void *it) { return sleep(100), it; }
CASE(exits_beside_threads) {
  for (int i = 0; i < 5; i++) pthread_detach(start(sleeps_on, NULL));
  exit(0);
}
static void at_quick(void) { dispatch_sync_f(serial, NULL, count), _exit(runs != 1); }
CASE(exits_quickly) { return at_quick_exit(at_quick), quick_exit(3), 4; }
CASE(ends_its_main_thread) {
  pthread_detach(start(sleeps_a_second, NULL));
  pthread_exit(NULL);
}
CASE(changes_its_root) {
  if (geteuid() != 0) return 0;
  return chroot("/tmp") || chdir("/") || (dispatch_sync_f(serial, NULL, count), runs != 1);
}
CASE(forgets_its_environment) {
  clearenv(), setenv("ONLY", "this", 1);
  return system("test \"$ONLY\" = this") != 0;
}
CASE(closes_its_streams) {
  close(0), close(1), close(2);
  int file = open("/dev/null", O_RDWR);
  return dispatch_sync_f(serial, NULL, count), runs != 1 || file != 0;
}
CASE(limits_itself) {
  struct rlimit limit = {64, 64};
  setrlimit(RLIMIT_NOFILE, &limit);
  limit = (struct rlimit){0, 0};
  setrlimit(RLIMIT_CORE, &limit), setrlimit(RLIMIT_FSIZE, &limit);
  for (int i = 0; i < 20; i++) dispatch_group_async_f(group, concurrent, NULL, count);
  return dispatch_group_wait(group, DISPATCH_TIME_FOREVER) || runs != 20;
}

// Clocks.
CASE(reads_clocks) {
  struct timespec last = {0}, now;
  time_t begin = time(NULL);
  for (int i = 0; i < 5; i++, last = now) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec < last.tv_sec || (now.tv_sec == last.tv_sec && now.tv_nsec < last.tv_nsec)) return 2;
    clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){1, 0}, NULL);
  }
  struct timeval day;
  struct tms spent;
  gettimeofday(&day, NULL);
  if (times(&spent) == (clock_t)-1 || clock() == (clock_t)-1) return 3;
  return time(NULL) - begin < 5 || day.tv_sec - begin < 5;
}
CASE(sleeps_until) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 7200;
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &end, NULL);
  return time(NULL) < end.tv_sec;
}
CASE(ticks) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  uint64_t sum = 0, expirations;
  timerfd_settime(timer, 0, &(struct itimerspec){{60, 0}, {60, 0}}, NULL);
  for (int i = 0; i < 4; i++) sum += read(timer, &expirations, 8) == 8 ? expirations : 0;
  return sum != 4;
}
CASE(prints_a_stack) {
  void *frames[16];
  int number = backtrace(frames, 16);
  return number < 2 || backtrace_symbols(frames, number) == NULL;
}
CASE(counts_processor_time) {
  struct rusage usage;
  struct timespec own;
  return getrusage(RUSAGE_THREAD, &usage) || clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
}

MAIN(EACH(awaits_signals_in_a_thread) EACH(awaits_a_signal_nobody_sends) EACH(awaits_a_signal_of_a_thread)
     EACH(suspends_until_a_signal) EACH(interrupts_itself_while_it_waits)
     EACH(takes_signals_from_a_descriptor) EACH(is_alarmed) EACH(has_an_interval_timer)
     EACH(writes_where_nobody_reads) EACH(dies_where_nobody_reads) EACH(mends_a_fault)
     EACH(leaps_from_a_fault_in_a_thread) EACH(takes_three_permits) EACH(takes_four_permits)
     EACH(watches_a_folder) EACH(seals_memory) EACH(splices_pipes) EACH(locks_files) EACH(locks_a_file_twice)
     EACH(spawns_itself) EACH(spawns_a_command_in_a_block) EACH(exits_beside_threads) EACH(exits_quickly)
     EACH(ends_its_main_thread) EACH(changes_its_root) EACH(forgets_its_environment) EACH(closes_its_streams)
     EACH(limits_itself) EACH(reads_clocks) EACH(sleeps_until) EACH(ticks) EACH(prints_a_stack)
     EACH(counts_processor_time))
