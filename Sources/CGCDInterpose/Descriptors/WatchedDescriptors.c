// Licensed under the Apache License, Version 2.0; see LICENSE.
// Descriptors of read and write sources: the events and the data that libdispatch's epoll backend would
// report.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <linux/sockios.h>

bool gcdc_watch_descriptor(gcdc_watched *watched, int descriptor, bool is_writer) {
  struct stat facts;
  memset(watched, 0, sizeof *watched);
  watched->descriptor = descriptor;
  watched->is_writer = is_writer;
  if (fstat(descriptor, &facts) != 0) return false;
  watched->inode = facts.st_ino;
  watched->device = facts.st_dev;
  if (S_ISREG(facts.st_mode)) {
    watched->is_file = true;
    watched->has_no_size = is_writer;
    return true;
  }
  int listens = 0;
  socklen_t size = sizeof listens;
  if (!is_writer && S_ISSOCK(facts.st_mode)
      && getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0) {
    watched->has_no_size = listens != 0;
  }
  // Directories and some devices cannot be polled for events.
  int set = epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) return true;
  struct epoll_event event = {.events = is_writer ? EPOLLOUT : EPOLLIN};
  bool can_be_watched = epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event) == 0;
  GCDC_REAL(close)(set);
  return can_be_watched;
}

static short poll_now(const gcdc_watched *watched) {
  gcdc_awaited awaited = {watched->descriptor, watched->is_writer ? POLLOUT : POLLIN, 0};
  gcdc_poll_really(&awaited, 1, 0);
  return awaited.found & POLLNVAL ? 0 : awaited.found & (awaited.events | POLLHUP);
}

bool gcdc_watched_is_ready(const gcdc_watched *watched) {
  return watched->is_file || poll_now(watched) != 0;
}

static uint64_t size_of_buffer(const gcdc_watched *watched) {
  int size = 0;
  if (watched->has_no_size) return 1;
  if (ioctl(watched->descriptor, watched->is_writer ? SIOCOUTQ : FIONREAD, &size) != 0) return 1;
  return (uint64_t)(unsigned)size;
}

bool gcdc_watched_is_there(const gcdc_watched *watched) {
  struct stat facts;
  return fstat(watched->descriptor, &facts) == 0 && facts.st_ino == watched->inode
         && facts.st_dev == watched->device;
}

void gcdc_watched_renew(gcdc_watched *watched) {
  struct stat facts;
  if (fstat(watched->descriptor, &facts) != 0) return;
  watched->inode = facts.st_ino;
  watched->device = facts.st_dev;
}

bool gcdc_watched_event(const gcdc_watched *watched, uint64_t *data, bool *is_last) {
  *data = 0;
  *is_last = false;
  // The number may belong to another file by now, which no source watches.
  if (!gcdc_watched_is_there(watched)) return false;
  short found = watched->is_file ? POLLIN : poll_now(watched);
  if (found == 0) return false;
  *is_last = (found & POLLHUP) != 0;
  if (!*is_last) *data = size_of_buffer(watched);
  return true;
}
#endif
