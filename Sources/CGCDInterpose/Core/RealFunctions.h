// Licensed under the Apache License, Version 2.0; see LICENSE.
// One table of the functions that our exported ones hide. A row is F(result, name, parameters).
#ifndef CGCD_REAL_FUNCTIONS_H
#define CGCD_REAL_FUNCTIONS_H
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include "OutsideFunctions.h"
#include "RealWaits.h"

/// Of sendmmsg, where a file has not asked for the GNU extensions.
struct mmsghdr;

typedef void (*gcdc_body)(void *, size_t);

#define GCDC_QUEUE_FUNCTIONS(F) \
  F(void *, dispatch_queue_create, (const char *, void *)) \
  F(void *, dispatch_queue_create_with_target, (const char *, void *, void *)) \
  F(void, dispatch_set_target_queue, (void *, void *)) \
  F(void, dispatch_queue_set_width, (void *, long)) \
  F(void, dispatch_queue_set_label_nocopy, (void *, const char *)) \
  F(void, dispatch_set_qos_class, (void *, unsigned, int)) \
  F(void, dispatch_set_qos_class_fallback, (void *, unsigned)) \
  F(void, dispatch_set_qos_class_floor, (void *, unsigned, int)) \
  F(void, dispatch_queue_set_specific, (void *, const void *, void *, gcdc_function)) \
  F(void *, dispatch_get_specific, (const void *)) \
  F(void *, dispatch_get_current_queue, (void)) \
  F(const char *, dispatch_queue_get_label, (void *)) \
  F(void, dispatch_assert_queue, (void *)) \
  F(void, dispatch_assert_queue_not, (void *)) \
  F(void, dispatch_assert_queue_barrier, (void *)) \
  F(void, dispatch_main, (void)) \
  F(void, _dispatch_main_queue_callback_4CF, (void *)) \
  F(int, _dispatch_get_main_queue_port_4CF, (void)) \
  F(int, _dispatch_get_main_queue_handle_4CF, (void)) \
  F(void *, _dispatch_runloop_root_queue_create_4CF, (const char *, unsigned long)) \
  F(bool, _dispatch_runloop_root_queue_perform_4CF, (void *)) \
  F(void, _dispatch_runloop_root_queue_wakeup_4CF, (void *))

#define GCDC_WORKLOOP_FUNCTIONS(F) \
  F(void *, dispatch_workloop_create, (const char *)) \
  F(void *, dispatch_workloop_create_inactive, (const char *)) \
  F(void, dispatch_workloop_set_qos_class, (void *, unsigned, uint64_t)) \
  F(void, dispatch_workloop_set_qos_class_floor, (void *, unsigned, int, uint64_t)) \
  F(void, dispatch_workloop_set_autorelease_frequency, (void *, unsigned long)) \
  F(void, dispatch_workloop_set_cpupercent, (void *, uint8_t, uint32_t))

#define GCDC_SUBMISSION_FUNCTIONS(F) \
  F(void, dispatch_async, (void *, void *)) \
  F(void, dispatch_async_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_async_enforce_qos_class_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_barrier_async, (void *, void *)) \
  F(void, dispatch_barrier_async_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_sync, (void *, void *)) \
  F(void, dispatch_sync_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_barrier_sync, (void *, void *)) \
  F(void, dispatch_barrier_sync_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_async_and_wait, (void *, void *)) \
  F(void, dispatch_async_and_wait_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_barrier_async_and_wait, (void *, void *)) \
  F(void, dispatch_barrier_async_and_wait_f, (void *, void *, gcdc_function)) \
  F(void, dispatch_after, (uint64_t, void *, void *)) \
  F(void, dispatch_after_f, (uint64_t, void *, void *, gcdc_function)) \
  F(void, dispatch_apply, (size_t, void *, void *)) \
  F(void, dispatch_apply_f, (size_t, void *, void *, gcdc_body))

#define GCDC_GROUP_FUNCTIONS(F) \
  F(void *, dispatch_group_create, (void)) \
  F(void, dispatch_group_enter, (void *)) \
  F(void, dispatch_group_leave, (void *)) \
  F(intptr_t, dispatch_group_wait, (void *, uint64_t)) \
  F(void, dispatch_group_notify, (void *, void *, void *)) \
  F(void, dispatch_group_notify_f, (void *, void *, void *, gcdc_function)) \
  F(void, dispatch_group_async, (void *, void *, void *)) \
  F(void, dispatch_group_async_f, (void *, void *, void *, gcdc_function)) \
  F(void *, dispatch_semaphore_create, (intptr_t)) \
  F(intptr_t, dispatch_semaphore_signal, (void *)) \
  F(intptr_t, dispatch_semaphore_wait, (void *, uint64_t))

#define GCDC_ITEM_FUNCTIONS(F) \
  F(void *, dispatch_block_create, (unsigned long, void *)) \
  F(void *, dispatch_block_create_with_qos_class, (unsigned long, unsigned, int, void *)) \
  F(void *, dispatch_block_create_with_voucher, (unsigned long, void *, void *)) \
  F(void *, dispatch_block_create_with_voucher_and_qos_class, \
    (unsigned long, void *, unsigned, int, void *)) \
  F(void, dispatch_block_perform, (unsigned long, void *)) \
  F(void, dispatch_block_cancel, (void *)) \
  F(intptr_t, dispatch_block_testcancel, (void *)) \
  F(intptr_t, dispatch_block_wait, (void *, uint64_t)) \
  F(void, dispatch_block_notify, (void *, void *, void *))

#define GCDC_LIFETIME_FUNCTIONS(F) \
  F(void, dispatch_suspend, (void *)) \
  F(void, dispatch_resume, (void *)) \
  F(void, dispatch_activate, (void *)) \
  F(void, dispatch_retain, (void *)) \
  F(void *, _os_object_retain, (void *)) \
  F(void, dispatch_release, (void *)) \
  F(void, _os_object_release, (void *))

#define GCDC_SOURCE_FUNCTIONS(F) \
  F(void *, dispatch_source_create, (const void *, uintptr_t, uintptr_t, void *)) \
  F(void, dispatch_source_set_timer, (void *, uint64_t, uint64_t, uint64_t)) \
  F(void, dispatch_source_set_event_handler, (void *, void *)) \
  F(void, dispatch_source_set_event_handler_f, (void *, gcdc_function)) \
  F(void, dispatch_source_set_cancel_handler, (void *, void *)) \
  F(void, dispatch_source_set_cancel_handler_f, (void *, gcdc_function)) \
  F(void, dispatch_source_set_mandatory_cancel_handler, (void *, void *)) \
  F(void, dispatch_source_set_mandatory_cancel_handler_f, (void *, gcdc_function)) \
  F(void, dispatch_source_set_registration_handler, (void *, void *)) \
  F(void, dispatch_source_set_registration_handler_f, (void *, gcdc_function)) \
  F(void, dispatch_source_cancel, (void *)) \
  F(void, dispatch_source_cancel_and_wait, (void *)) \
  F(intptr_t, dispatch_source_testcancel, (void *)) \
  F(uintptr_t, dispatch_source_get_data, (void *)) \
  F(uintptr_t, dispatch_source_get_mask, (void *)) \
  F(void, dispatch_source_merge_data, (void *, uintptr_t))

#define GCDC_ONCE_FUNCTIONS(F) \
  F(void, dispatch_once, (intptr_t *, void *)) \
  F(void, dispatch_once_f, (intptr_t *, void *, gcdc_function)) \
  F(void, swift_once, (void *, void *, void *))

#define GCDC_SWIFT_TASK_FUNCTIONS(F) \
  F(gcdc_new_task, swift_task_create, (size_t, void *, const void *, void *, void *)) \
  F(void, swift_task_asyncMainDrainQueue, (void)) \
  F(bool, swift_task_isCancelled, (void *)) \
  F(void *, swift_continuation_init, (void *, size_t)) \
  F(void, swift_continuation_resume, (void *)) \
  F(void, swift_continuation_throwingResume, (void *)) \
  F(void, swift_continuation_throwingResumeWithError, (void *, void *)) \
  F(void, swift_defaultActor_initialize, (void *)) F(void, swift_defaultActor_destroy, (void *)) \
  F(void, swift_reportError, (uint32_t, const char *))

#define GCDC_LOCK_FUNCTIONS(F) \
  F(int, pthread_mutex_init, (pthread_mutex_t *, const pthread_mutexattr_t *)) \
  F(int, pthread_mutex_destroy, (pthread_mutex_t *)) \
  F(int, pthread_mutex_lock, (pthread_mutex_t *)) \
  F(int, pthread_mutex_trylock, (pthread_mutex_t *)) \
  F(int, pthread_mutex_timedlock, (pthread_mutex_t *, const struct timespec *)) \
  F(int, pthread_mutex_clocklock, (pthread_mutex_t *, clockid_t, const struct timespec *)) \
  F(int, pthread_mutex_unlock, (pthread_mutex_t *)) \
  F(int, pthread_mutex_consistent, (pthread_mutex_t *)) \
  F(int, pthread_cond_init, (pthread_cond_t *, const pthread_condattr_t *)) \
  F(int, pthread_cond_destroy, (pthread_cond_t *)) \
  F(int, pthread_cond_wait, (pthread_cond_t *, pthread_mutex_t *)) \
  F(int, pthread_cond_timedwait, (pthread_cond_t *, pthread_mutex_t *, const struct timespec *)) \
  F(int, pthread_cond_clockwait, (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *)) \
  F(int, pthread_cond_signal, (pthread_cond_t *)) \
  F(int, pthread_cond_broadcast, (pthread_cond_t *)) \
  F(void, flockfile, (FILE *)) \
  F(int, ftrylockfile, (FILE *)) \
  F(void, funlockfile, (FILE *))

#define GCDC_THREAD_FUNCTIONS(F) \
  F(int, pthread_create, (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)) \
  F(int, pthread_join, (pthread_t, void **)) \
  F(int, pthread_tryjoin_np, (pthread_t, void **)) \
  F(int, pthread_timedjoin_np, (pthread_t, void **, const struct timespec *)) \
  F(int, pthread_clockjoin_np, (pthread_t, void **, clockid_t, const struct timespec *)) \
  F(int, pthread_detach, (pthread_t)) \
  F(void, pthread_exit, (void *)) \
  F(int, pthread_cancel, (pthread_t)) \
  F(void, pthread_testcancel, (void)) \
  F(int, pthread_setcancelstate, (int, int *)) \
  F(int, pthread_getattr_np, (pthread_t, pthread_attr_t *)) \
  F(int, pthread_getname_np, (pthread_t, char *, size_t)) \
  F(int, pthread_setname_np, (pthread_t, const char *)) \
  F(int, pthread_getcpuclockid, (pthread_t, clockid_t *)) \
  F(int, __cxa_thread_atexit_impl, (void (*)(void *), void *, void *))

#define GCDC_READ_WRITE_LOCK_FUNCTIONS(F) \
  F(int, pthread_rwlock_init, (pthread_rwlock_t *, const pthread_rwlockattr_t *)) \
  F(int, pthread_rwlock_destroy, (pthread_rwlock_t *)) \
  F(int, pthread_rwlock_rdlock, (pthread_rwlock_t *)) \
  F(int, pthread_rwlock_wrlock, (pthread_rwlock_t *)) \
  F(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t *)) \
  F(int, pthread_rwlock_trywrlock, (pthread_rwlock_t *)) \
  F(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t *, const struct timespec *)) \
  F(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t *, const struct timespec *)) \
  F(int, pthread_rwlock_clockrdlock, (pthread_rwlock_t *, clockid_t, const struct timespec *)) \
  F(int, pthread_rwlock_clockwrlock, (pthread_rwlock_t *, clockid_t, const struct timespec *)) \
  F(int, pthread_rwlock_unlock, (pthread_rwlock_t *)) \
  F(int, pthread_spin_init, (pthread_spinlock_t *, int)) \
  F(int, pthread_spin_destroy, (pthread_spinlock_t *)) \
  F(int, pthread_spin_lock, (pthread_spinlock_t *)) \
  F(int, pthread_spin_trylock, (pthread_spinlock_t *)) \
  F(int, pthread_spin_unlock, (pthread_spinlock_t *)) \
  F(int, pthread_barrier_init, (pthread_barrier_t *, const pthread_barrierattr_t *, unsigned)) \
  F(int, pthread_barrier_destroy, (pthread_barrier_t *)) \
  F(int, pthread_barrier_wait, (pthread_barrier_t *)) \
  F(int, pthread_once, (pthread_once_t *, void (*)(void)))

/// Only the user calls these, so that no library has to be bound to ours.
#define GCDC_STANDARD_THREAD_FUNCTIONS(F) \
  F(int, thrd_create, (thrd_t *, int (*)(void *), void *)) \
  F(int, thrd_join, (thrd_t, int *)) \
  F(int, thrd_detach, (thrd_t)) \
  F(int, thrd_sleep, (const struct timespec *, struct timespec *)) \
  F(void, thrd_yield, (void)) \
  F(void, call_once, (once_flag *, void (*)(void))) \
  F(int, mtx_init, (mtx_t *, int)) \
  F(void, mtx_destroy, (mtx_t *)) \
  F(int, mtx_lock, (mtx_t *)) \
  F(int, mtx_trylock, (mtx_t *)) \
  F(int, mtx_timedlock, (mtx_t *, const struct timespec *)) \
  F(int, mtx_unlock, (mtx_t *)) \
  F(int, cnd_init, (cnd_t *)) \
  F(int, cnd_wait, (cnd_t *, mtx_t *)) \
  F(int, cnd_timedwait, (cnd_t *, mtx_t *, const struct timespec *)) \
  F(int, cnd_signal, (cnd_t *)) \
  F(int, cnd_broadcast, (cnd_t *))

#define GCDC_POSIX_SEMAPHORE_FUNCTIONS(F) \
  F(int, sem_init, (sem_t *, int, unsigned)) \
  F(int, sem_destroy, (sem_t *)) \
  F(sem_t *, sem_open, (const char *, int, mode_t, unsigned)) \
  F(int, sem_wait, (sem_t *)) \
  F(int, sem_trywait, (sem_t *)) \
  F(int, sem_timedwait, (sem_t *, const struct timespec *)) \
  F(int, sem_clockwait, (sem_t *, clockid_t, const struct timespec *)) \
  F(int, sem_post, (sem_t *)) \
  F(int, sem_getvalue, (sem_t *, int *))

#define GCDC_TIME_FUNCTIONS(F) \
  F(int, clock_gettime, (clockid_t, struct timespec *)) \
  F(int, gettimeofday, (struct timeval *, void *)) \
  F(time_t, time, (time_t *)) \
  F(int, timespec_get, (struct timespec *, int)) \
  F(clock_t, clock, (void)) \
  F(int, nanosleep, (const struct timespec *, struct timespec *)) \
  F(int, clock_nanosleep, (clockid_t, int, const struct timespec *, struct timespec *)) \
  F(int, usleep, (useconds_t)) \
  F(unsigned, sleep, (unsigned)) \
  F(int, sched_yield, (void))

#define GCDC_PROCESS_FUNCTIONS(F) \
  F(long, syscall, (long, long, long, long, long, long, long)) \
  F(pid_t, gettid, (void)) \
  F(long, sysconf, (int)) \
  F(int, get_nprocs, (void)) \
  F(int, get_nprocs_conf, (void)) \
  F(int, sched_getaffinity, (pid_t, size_t, cpu_set_t *)) \
  F(ssize_t, getrandom, (void *, size_t, unsigned)) \
  F(int, getentropy, (void *, size_t)) \
  F(int, open, (const char *, int, mode_t)) \
  F(uint32_t, arc4random, (void)) \
  F(void, arc4random_buf, (void *, size_t)) \
  F(uint32_t, arc4random_uniform, (uint32_t)) \
  F(void, swift_stdlib_random, (void *, size_t))

#define GCDC_DESCRIPTOR_FUNCTIONS(F) \
  F(int, poll, (struct pollfd *, nfds_t, int)) \
  F(int, __poll_chk, (struct pollfd *, nfds_t, int, size_t)) \
  F(int, ppoll, (struct pollfd *, nfds_t, const struct timespec *, const sigset_t *)) \
  F(int, __ppoll_chk, (struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t)) \
  F(int, select, (int, fd_set *, fd_set *, fd_set *, struct timeval *)) \
  F(int, pselect, (int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *)) \
  F(int, epoll_wait, (int, struct epoll_event *, int, int)) \
  F(int, epoll_pwait, (int, struct epoll_event *, int, int, const sigset_t *)) \
  F(int, epoll_pwait2, (int, struct epoll_event *, int, const struct timespec *, const sigset_t *)) \
  F(int, epoll_ctl, (int, int, int, struct epoll_event *)) \
  F(ssize_t, read, (int, void *, size_t)) \
  F(ssize_t, __read_chk, (int, void *, size_t, size_t)) \
  F(ssize_t, readv, (int, const struct iovec *, int)) \
  F(ssize_t, write, (int, const void *, size_t)) \
  F(ssize_t, writev, (int, const struct iovec *, int)) \
  F(ssize_t, recv, (int, void *, size_t, int)) \
  F(ssize_t, __recv_chk, (int, void *, size_t, size_t, int)) \
  F(ssize_t, recvfrom, (int, void *, size_t, int, struct sockaddr *, socklen_t *)) \
  F(ssize_t, recvmsg, (int, struct msghdr *, int)) \
  F(int, recvmmsg, (int, struct mmsghdr *, unsigned, int, struct timespec *)) \
  F(ssize_t, send, (int, const void *, size_t, int)) \
  F(ssize_t, sendto, (int, const void *, size_t, int, const struct sockaddr *, socklen_t)) \
  F(ssize_t, sendmsg, (int, const struct msghdr *, int)) \
  F(int, sendmmsg, (int, struct mmsghdr *, unsigned, int)) \
  F(ssize_t, splice, (int, off_t *, int, off_t *, size_t, unsigned)) \
  F(ssize_t, tee, (int, int, size_t, unsigned)) \
  F(ssize_t, sendfile, (int, int, off_t *, size_t)) \
  F(ssize_t, sendfile64, (int, int, off_t *, size_t)) \
  F(int, accept, (int, struct sockaddr *, socklen_t *)) \
  F(int, accept4, (int, struct sockaddr *, socklen_t *, int)) \
  F(int, connect, (int, const struct sockaddr *, socklen_t)) \
  F(int, close, (int)) \
  F(void, closefrom, (int)) \
  F(int, close_range, (unsigned, unsigned, int)) \
  F(int, dup2, (int, int)) \
  F(int, dup3, (int, int, int)) \
  F(int, pipe, (int *)) \
  F(int, pipe2, (int *, int)) \
  F(int, socketpair, (int, int, int, int *)) \
  F(int, posix_spawn, \
    (pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, \
     char *const *)) \
  F(int, posix_spawnp, \
    (pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, \
     char *const *)) \
  F(int, eventfd_read, (int, eventfd_t *)) \
  F(int, timerfd_settime, (int, int, const struct itimerspec *, struct itimerspec *)) \
  F(int, timerfd_gettime, (int, struct itimerspec *))
#define GCDC_EXIT_FUNCTIONS(F) \
  F(void, _exit, (int)) \
  F(void, _Exit, (int)) \
  F(void, exit, (int)) \
  F(void, quick_exit, (int)) \
  F(pid_t, fork, (void)) \
  F(int, execve, (const char *, char *const *, char *const *)) \
  F(int, execv, (const char *, char *const *)) \
  F(int, execvp, (const char *, char *const *)) \
  F(int, execvpe, (const char *, char *const *, char *const *)) \
  F(int, execl, (const char *, const char *)) \
  F(int, execlp, (const char *, const char *)) \
  F(int, execle, (const char *, const char *)) \
  F(int, fexecve, (int, char *const *, char *const *)) \
  F(int, daemon, (int, int))

#define GCDC_CREDENTIAL_FUNCTIONS(F) \
  F(int, setuid, (uid_t)) \
  F(int, setgid, (gid_t)) \
  F(int, seteuid, (uid_t)) \
  F(int, setegid, (gid_t)) \
  F(int, setreuid, (uid_t, uid_t)) \
  F(int, setregid, (gid_t, gid_t)) \
  F(int, setresuid, (uid_t, uid_t, uid_t)) \
  F(int, setresgid, (gid_t, gid_t, gid_t)) \
  F(int, setgroups, (size_t, const gid_t *)) \
  F(int, initgroups, (const char *, gid_t))

/// Every function that we export, family by family: FAMILY(words, rows, F).
#define GCDC_FAMILIES(FAMILY, F) \
  FAMILY("queues", GCDC_QUEUE_FUNCTIONS, F) \
  FAMILY("work-loops", GCDC_WORKLOOP_FUNCTIONS, F) \
  FAMILY("async, sync, after, apply", GCDC_SUBMISSION_FUNCTIONS, F) \
  FAMILY("groups and semaphores", GCDC_GROUP_FUNCTIONS, F) \
  FAMILY("work items", GCDC_ITEM_FUNCTIONS, F) \
  FAMILY("suspend, resume, release", GCDC_LIFETIME_FUNCTIONS, F) \
  FAMILY("sources", GCDC_SOURCE_FUNCTIONS, F) \
  FAMILY("once", GCDC_ONCE_FUNCTIONS, F) \
  FAMILY("Swift tasks", GCDC_SWIFT_TASK_FUNCTIONS, F) \
  FAMILY("mutexes and conditions", GCDC_LOCK_FUNCTIONS, F) \
  FAMILY("threads", GCDC_THREAD_FUNCTIONS, F) \
  FAMILY("read-write locks, barriers, spin locks", GCDC_READ_WRITE_LOCK_FUNCTIONS, F) \
  FAMILY("C11 threads", GCDC_STANDARD_THREAD_FUNCTIONS, F) \
  FAMILY("POSIX semaphores", GCDC_POSIX_SEMAPHORE_FUNCTIONS, F) \
  FAMILY("clocks and sleeping", GCDC_TIME_FUNCTIONS, F) \
  FAMILY("system calls, processors, randomness", GCDC_PROCESS_FUNCTIONS, F) \
  FAMILY("descriptors", GCDC_DESCRIPTOR_FUNCTIONS, F) \
  FAMILY("exit, fork, exec", GCDC_EXIT_FUNCTIONS, F) \
  FAMILY("users and groups", GCDC_CREDENTIAL_FUNCTIONS, F) \
  FAMILY("child processes", GCDC_CHILD_FUNCTIONS, F) \
  FAMILY("file locks", GCDC_FILE_LOCK_FUNCTIONS, F) \
  FAMILY("reading from streams", GCDC_STREAM_FUNCTIONS, F) \
  FAMILY("message queues, System V semaphores", GCDC_MESSAGE_FUNCTIONS, F) \
  FAMILY("files, sockets and the like", GCDC_OUTSIDE_FUNCTIONS, F) \
  FAMILY("calls that are only named", GCDC_FOREIGN_WAIT_FUNCTIONS, F) \
  FAMILY("signals", GCDC_SIGNAL_FUNCTIONS, F)
#define GCDC_ROWS_OF_FAMILY(words, FUNCTIONS, F) FUNCTIONS(F)
#define GCDC_INTERPOSED_FUNCTIONS(F) GCDC_FAMILIES(GCDC_ROWS_OF_FAMILY, F)

/// Functions that we only call. Looked up by name, so that this target asks nothing of the link line.
#define GCDC_CALLED_FUNCTIONS(F) \
  F(void *, dispatch_get_global_queue, (intptr_t, uintptr_t)) \
  F(void *, dispatch_get_context, (void *)) \
  F(void *, _CFSetTSD, (uint32_t, void *, void (*)(void *))) \
  F(void *, _CFRunLoopGet2, (void *)) \
  F(void, _os_object_retain_internal, (void *)) \
  F(void, _os_object_release_internal, (void *)) \
  F(void *, _Block_copy, (const void *)) \
  F(void, _Block_release, (const void *))

#define GCDC_FIELD(result, name, parameters) result (*name) parameters;
struct gcdc_real_functions {
  GCDC_INTERPOSED_FUNCTIONS(GCDC_FIELD)
  GCDC_CALLED_FUNCTIONS(GCDC_FIELD)
};
#undef GCDC_FIELD

/// Written together by gcdc_resolve, always with the same values, so that a racing second writer is harmless.
extern __attribute__((visibility("hidden"))) struct gcdc_real_functions gcdc_real;
__attribute__((visibility("hidden"))) void gcdc_resolve(void);
/// The placeholder of a function that no loaded library has.
__attribute__((visibility("hidden"))) void *gcdc_absent_function(void);

/// The real function. Resolved by a constructor; on first use when a call comes before that.
#define GCDC_REAL(name) \
  (__builtin_expect(gcdc_real.name != NULL, true) ? gcdc_real.name : (gcdc_resolve(), gcdc_real.name))
#endif
