// Licensed under the Apache License, Version 2.0; see LICENSE.
// The rows of RealFunctions.h for calls that wait for more than descriptors: children, locks of files,
// streams, messages.
#ifndef CGCD_REAL_WAITS_H
#define CGCD_REAL_WAITS_H
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/types.h>
#include <sys/wait.h>

#define GCDC_CHILD_FUNCTIONS(F) \
  F(pid_t, wait, (int *)) \
  F(pid_t, waitpid, (pid_t, int *, int)) \
  F(pid_t, wait3, (int *, int, struct rusage *)) \
  F(pid_t, wait4, (pid_t, int *, int, struct rusage *)) \
  F(int, waitid, (idtype_t, id_t, siginfo_t *, int)) \
  F(int, system, (const char *)) \
  F(FILE *, popen, (const char *, const char *)) \
  F(int, pclose, (FILE *))

#define GCDC_FILE_LOCK_FUNCTIONS(F) \
  F(int, flock, (int, int)) \
  F(int, lockf, (int, int, off_t)) \
  F(int, lockf64, (int, int, int64_t)) \
  F(int, fcntl, (int, int, void *)) \
  F(int, fcntl64, (int, int, void *))

#define GCDC_STREAM_FUNCTIONS(F) \
  F(int, fgetc, (FILE *)) \
  F(int, getc, (FILE *)) \
  F(int, getchar, (void)) \
  F(char *, fgets, (char *, int, FILE *)) \
  F(char *, __fgets_chk, (char *, size_t, int, FILE *)) \
  F(size_t, fread, (void *, size_t, size_t, FILE *)) \
  F(size_t, __fread_chk, (void *, size_t, size_t, size_t, FILE *)) \
  F(ssize_t, getline, (char **, size_t *, FILE *)) \
  F(ssize_t, getdelim, (char **, size_t *, int, FILE *)) \
  F(ssize_t, __getdelim, (char **, size_t *, int, FILE *))

#define GCDC_MESSAGE_FUNCTIONS(F) \
  F(ssize_t, msgrcv, (int, void *, size_t, long, int)) \
  F(int, msgsnd, (int, const void *, size_t, int)) \
  F(int, semop, (int, struct sembuf *, size_t)) \
  F(ssize_t, mq_receive, (mqd_t, char *, size_t, unsigned *)) \
  F(int, mq_send, (mqd_t, const char *, size_t, unsigned))

#define GCDC_SIGNAL_FUNCTIONS(F) \
  F(int, kill, (pid_t, int)) \
  F(int, killpg, (int, int)) \
  F(int, raise, (int)) \
  F(int, pthread_kill, (pthread_t, int)) \
  F(int, sigqueue, (pid_t, int, const union sigval)) \
  F(int, sigwait, (const sigset_t *, int *)) \
  F(int, sigwaitinfo, (const sigset_t *, siginfo_t *)) \
  F(int, sigsuspend, (const sigset_t *)) \
  F(int, pause, (void)) \
  F(unsigned, alarm, (unsigned)) \
  F(int, setitimer, (int, const struct itimerval *, struct itimerval *))

/// Passed on; the engine learns their names only where they do not return.
#define GCDC_FOREIGN_WAIT_FUNCTIONS(F) \
  F(int, getaddrinfo, (const char *, const char *, const struct addrinfo *, struct addrinfo **)) \
  F(int, getnameinfo, (const struct sockaddr *, socklen_t, char *, socklen_t, char *, socklen_t, int)) \
  F(struct hostent *, gethostbyname, (const char *)) \
  F(int, semtimedop, (int, struct sembuf *, size_t, const struct timespec *)) \
  F(ssize_t, mq_timedreceive, (mqd_t, char *, size_t, unsigned *, const struct timespec *)) \
  F(int, mq_timedsend, (mqd_t, const char *, size_t, unsigned, const struct timespec *)) \
  F(int, sigtimedwait, (const sigset_t *, siginfo_t *, const struct timespec *))
#endif
