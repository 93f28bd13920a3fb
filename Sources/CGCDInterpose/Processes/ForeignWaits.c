// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls that may wait and that nothing models: they are passed on, and where one does not come back the
// watchdog can say which it is. What they bring comes from outside the process.
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Written on the carrier, read by the watchdog while that is held.
static const char *volatile foreign_wait;

const char *gcdc_foreign_wait(void) { return foreign_wait; }

GCDC_UNINSTRUMENTED static void end_foreign_wait(void) {
  foreign_wait = NULL;
  if (GCDC_HOOKED(outside_seen)) GCDC_OFF(gcdc_hook_table.outside_seen());
}

#define GCDC_NAMES(result_type, name, parameters, arguments) \
  GCDC_EXPORT result_type name parameters { \
    if (!__builtin_expect(gcdc_controlled, false)) return GCDC_REAL(name) arguments; \
    foreign_wait = #name; \
    result_type result = GCDC_REAL(name) arguments; \
    end_foreign_wait(); \
    return result; \
  }

GCDC_NAMES(int, getaddrinfo,
           (const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **found),
           (node, service, hints, found))
GCDC_NAMES(int, getnameinfo,
           (const struct sockaddr *address, socklen_t length, char *host, socklen_t host_size, char *service,
            socklen_t service_size, int flags),
           (address, length, host, host_size, service, service_size, flags))
GCDC_NAMES(struct hostent *, gethostbyname, (const char *name), (name))
GCDC_NAMES(int, semtimedop, (int set, struct sembuf *changes, size_t count, const struct timespec *time),
           (set, changes, count, time))
GCDC_NAMES(ssize_t, mq_timedreceive,
           (mqd_t queue, char *message, size_t size, unsigned *priority, const struct timespec *time),
           (queue, message, size, priority, time))
GCDC_NAMES(int, mq_timedsend,
           (mqd_t queue, const char *message, size_t size, unsigned priority, const struct timespec *time),
           (queue, message, size, priority, time))
GCDC_NAMES(int, sigtimedwait, (const sigset_t *set, siginfo_t *facts, const struct timespec *time),
           (set, facts, time))
#endif
