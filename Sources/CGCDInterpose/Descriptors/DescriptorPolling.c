// Licensed under the Apache License, Version 2.0; see LICENSE.
// poll, select, epoll_wait: asked without waiting, and asked again when the engine says that something is
// ready or that the time is over.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>
#include "Deadlines.h"

/// A question with no waiting time that found nothing: a loop of them must not hold the others up.
GCDC_UNINSTRUMENTED static void note_poll(gcdc_site site) {
  if (gcdc_hook_table.descriptor_polled != NULL) gcdc_hook_table.descriptor_polled(site);
}

GCDC_UNINSTRUMENTED static int wait_by_poll(struct pollfd *polled, nfds_t count, uint64_t span,
                                           gcdc_site site) {
  int64_t start = gcdc_now(CLOCK_MONOTONIC);
  while (true) {
    int ready = GCDC_REAL(poll)(polled, count, 0);
    if (ready != 0) return ready;
    uint64_t rest = gcdc_rest_of_span(span, start);
    if (rest == 0) {
      if (span == 0) note_poll(site);
      return 0;
    }
    gcdc_hook_table.descriptor_wait((const gcdc_awaited *)polled, count, rest, GCDC_OPERATION_POLL, site);
  }
}

GCDC_EXPORT int poll(struct pollfd *polled, nfds_t count, int milliseconds) {
  if (!GCDC_WAITS) {
    gcdc_note_rest();
    return GCDC_REAL(poll)(polled, count, milliseconds);
  }
  GCDC_RETURN_OFF(wait_by_poll(polled, count, gcdc_span_of_milliseconds(milliseconds), GCDC_SITE));
}

GCDC_ENTRY(int, __poll_chk, (struct pollfd *polled, nfds_t count, int milliseconds, size_t size),
           (polled, count, milliseconds, size), GCDC_WAITS && size / sizeof *polled >= count,
           GCDC_RETURN_OFF(wait_by_poll(polled, count, gcdc_span_of_milliseconds(milliseconds), GCDC_SITE)))

GCDC_EXPORT int ppoll(struct pollfd *polled, nfds_t count, const struct timespec *time,
                      const sigset_t *mask) {
  uint64_t span;
  if (!GCDC_WAITS || !gcdc_span_of_time(time, &span)) {
    gcdc_note_rest();
    return GCDC_REAL(ppoll)(polled, count, time, mask);
  }
  GCDC_RETURN_OFF(wait_by_poll(polled, count, span, GCDC_SITE));
}

GCDC_EXPORT int __ppoll_chk(struct pollfd *polled, nfds_t count, const struct timespec *time,
                            const sigset_t *mask, size_t size) {
  uint64_t span;
  if (!GCDC_WAITS || size / sizeof *polled < count || !gcdc_span_of_time(time, &span)) {
    return GCDC_REAL(__ppoll_chk)(polled, count, time, mask, size);
  }
  GCDC_RETURN_OFF(wait_by_poll(polled, count, span, GCDC_SITE));
}

// MARK: select

/// The three sets of a select, any of which may be missing.
struct gcdc_sets {
  fd_set read, write, except;
};

GCDC_UNINSTRUMENTED static void copy_sets(struct gcdc_sets *to, fd_set *const from[3]) {
  fd_set *const fields[] = {&to->read, &to->write, &to->except};
  for (int kind = 0; kind < 3; kind += 1) {
    if (from[kind] != NULL) *fields[kind] = *from[kind];
    else FD_ZERO(fields[kind]);
  }
}

GCDC_UNINSTRUMENTED static size_t awaited_of(const struct gcdc_sets *sets, int count, gcdc_awaited *awaited) {
  size_t number = 0;
  for (int descriptor = 0; descriptor < count; descriptor += 1) {
    short events = 0;
    if (FD_ISSET(descriptor, &sets->read)) events |= POLLIN;
    if (FD_ISSET(descriptor, &sets->write)) events |= POLLOUT;
    if (FD_ISSET(descriptor, &sets->except)) events |= POLLPRI;
    if (events != 0) awaited[number++] = (gcdc_awaited){descriptor, events, 0};
  }
  return number;
}

GCDC_UNINSTRUMENTED static int selected(int count, fd_set *const sets[3], uint64_t span, gcdc_site site) {
  int64_t start = gcdc_now(CLOCK_MONOTONIC);
  struct gcdc_sets asked;
  copy_sets(&asked, sets);
  while (true) {
    struct timeval none = {0, 0};
    int ready = GCDC_REAL(select)(count, sets[0], sets[1], sets[2], &none);
    if (ready != 0) return ready;
    uint64_t rest = gcdc_rest_of_span(span, start);
    if (rest == 0) {
      if (span == 0) note_poll(site);
      return 0;
    }
    gcdc_awaited awaited[FD_SETSIZE];
    size_t number = awaited_of(&asked, count, awaited);
    gcdc_hook_table.descriptor_wait(awaited, number, rest, GCDC_OPERATION_SELECT, site);
    if (sets[0] != NULL) *sets[0] = asked.read;
    if (sets[1] != NULL) *sets[1] = asked.write;
    if (sets[2] != NULL) *sets[2] = asked.except;
  }
}

GCDC_EXPORT int select(int count, fd_set *readers, fd_set *writers, fd_set *others, struct timeval *time) {
  if (!GCDC_WAITS || count > FD_SETSIZE || (time != NULL && (time->tv_sec < 0 || time->tv_usec < 0))) {
    return GCDC_REAL(select)(count, readers, writers, others, time);
  }
  uint64_t span = UINT64_MAX;
  if (time != NULL) span = (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_usec * 1000;
  fd_set *const sets[3] = {readers, writers, others};
  int ready;
  GCDC_OFF({
    int64_t start = gcdc_now(CLOCK_MONOTONIC);
    ready = selected(count, sets, span, GCDC_SITE);
    if (time != NULL) {
      // The kernel reports how much of the time was left.
      uint64_t rest = gcdc_rest_of_span(span, start);
      time->tv_sec = (time_t)(rest / 1000000000);
      time->tv_usec = (suseconds_t)(rest % 1000000000 / 1000);
    }
  });
  return ready;
}

GCDC_EXPORT int pselect(int count, fd_set *readers, fd_set *writers, fd_set *others,
                        const struct timespec *time, const sigset_t *mask) {
  uint64_t span;
  if (!GCDC_WAITS || count > FD_SETSIZE || !gcdc_span_of_time(time, &span)) {
    return GCDC_REAL(pselect)(count, readers, writers, others, time, mask);
  }
  fd_set *const sets[3] = {readers, writers, others};
  GCDC_RETURN_OFF(selected(count, sets, span, GCDC_SITE));
}

// MARK: epoll

GCDC_UNINSTRUMENTED static int epolled(int descriptor, struct epoll_event *events, int most,
                                       uint64_t span, gcdc_site site) {
  int64_t start = gcdc_now(CLOCK_MONOTONIC);
  while (true) {
    int ready = GCDC_REAL(epoll_wait)(descriptor, events, most, 0);
    if (ready != 0) return ready;
    uint64_t rest = gcdc_rest_of_span(span, start);
    if (rest == 0) {
      if (span == 0) note_poll(site);
      return 0;
    }
    gcdc_awaited awaited = {descriptor, POLLIN, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, rest, GCDC_OPERATION_EPOLL_WAIT, site);
  }
}

GCDC_ENTRY(int, epoll_wait, (int descriptor, struct epoll_event *events, int most, int milliseconds),
           (descriptor, events, most, milliseconds), GCDC_WAITS,
           GCDC_RETURN_OFF(
               epolled(descriptor, events, most, gcdc_span_of_milliseconds(milliseconds), GCDC_SITE)))
GCDC_ENTRY(int, epoll_pwait,
           (int descriptor, struct epoll_event *events, int most, int milliseconds, const sigset_t *mask),
           (descriptor, events, most, milliseconds, mask), GCDC_WAITS,
           GCDC_RETURN_OFF(
               epolled(descriptor, events, most, gcdc_span_of_milliseconds(milliseconds), GCDC_SITE)))

GCDC_EXPORT int epoll_pwait2(int descriptor, struct epoll_event *events, int most,
                             const struct timespec *time, const sigset_t *mask) {
  uint64_t span;
  if (!GCDC_WAITS || !gcdc_span_of_time(time, &span)) {
    return GCDC_REAL(epoll_pwait2)(descriptor, events, most, time, mask);
  }
  GCDC_RETURN_OFF(epolled(descriptor, events, most, span, GCDC_SITE));
}

/// A set that a thread waits for already may get members that another process makes ready.
GCDC_EXPORT int epoll_ctl(int descriptor, int operation, int member, struct epoll_event *event) {
  int result = GCDC_REAL(epoll_ctl)(descriptor, operation, member, event);
  if (result == 0 && GCDC_HOOKED(epoll_changed)) GCDC_OFF(gcdc_hook_table.epoll_changed());
  return result;
}
#endif
