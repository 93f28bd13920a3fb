// Licensed under the Apache License, Version 2.0; see LICENSE.
// Calls that move many messages, or bytes from one descriptor to another: each waits in the engine for what
// it takes and for where it puts it, and is then made without waiting.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>

/// One message after the other, each of which may have to be awaited. Call with control off.
GCDC_UNINSTRUMENTED static int receive_messages(int descriptor, struct mmsghdr *messages, unsigned count,
                                                int flags, gcdc_site site) {
  unsigned done = 0;
  for (; done < count; done += 1) {
    bool may_wait = !(flags & MSG_DONTWAIT) && (done == 0 || !(flags & MSG_WAITFORONE));
    if (may_wait) gcdc_await(descriptor, POLLIN, GCDC_OPERATION_RECEIVE, site);
    int each = (flags & ~(MSG_WAITALL | MSG_WAITFORONE)) | (may_wait ? 0 : MSG_DONTWAIT);
    ssize_t size = GCDC_REAL(recvmsg)(descriptor, &messages[done].msg_hdr, each);
    if (size < 0) return done > 0 ? (int)done : -1;
    messages[done].msg_len = (unsigned)size;
  }
  return (int)done;
}

GCDC_EXPORT int recvmmsg(int descriptor, struct mmsghdr *messages, unsigned count, int flags,
                         struct timespec *time) {
  // A waiting time is looked at only when a message has come: the kernel's own answer is as good.
  if (!GCDC_WAITS || time != NULL) return GCDC_REAL(recvmmsg)(descriptor, messages, count, flags, time);
  int result;
  GCDC_OFF({
    result = receive_messages(descriptor, messages, count, flags, GCDC_SITE);
    gcdc_received(result);
  });
  return result;
}

GCDC_EXPORT int sendmmsg(int descriptor, struct mmsghdr *messages, unsigned count, int flags) {
  if (!GCDC_WAITS) return GCDC_REAL(sendmmsg)(descriptor, messages, count, flags);
  int result = 0;
  GCDC_OFF({
    for (unsigned done = 0; done < count; done += 1) {
      if (flags & MSG_DONTWAIT) gcdc_use(descriptor, GCDC_OPERATION_SEND, GCDC_SITE);
      else gcdc_await(descriptor, POLLOUT, GCDC_OPERATION_SEND, GCDC_SITE);
      ssize_t size = GCDC_REAL(sendmsg)(descriptor, &messages[done].msg_hdr, flags);
      if (size < 0 && result == 0) result = -1;
      if (size < 0) break;
      messages[done].msg_len = (unsigned)size;
      result += 1;
    }
    GCDC_SENT(result);
  });
  return result;
}

/// Whether a call that finds nothing, or no room, would wait: files never do. Call with control off.
GCDC_UNINSTRUMENTED static bool may_block(int descriptor) {
  uint64_t inode;
  gcdc_descriptor_kind sort = gcdc_kind_of_descriptor(descriptor, &inode);
  bool is_stream = sort == GCDC_DESCRIPTOR_PIPE || sort == GCDC_DESCRIPTOR_SOCKET;
  return is_stream && !gcdc_never_blocks(descriptor);
}

/// Waits until both ends are ready. Call with control off.
GCDC_UNINSTRUMENTED static void await_both(int from, int to, gcdc_site site) {
  bool awaits_from = may_block(from), awaits_to = may_block(to);
  // What was ready first may not be so any more once the other is.
  do {
    if (awaits_from) gcdc_await(from, POLLIN, GCDC_OPERATION_READ_DESCRIPTOR, site);
    if (awaits_to) gcdc_await(to, POLLOUT, GCDC_OPERATION_WRITE_DESCRIPTOR, site);
  } while (awaits_from && !gcdc_is_ready(from, POLLIN));
}

GCDC_EXPORT ssize_t splice(int from, off_t *from_offset, int to, off_t *to_offset, size_t size,
                           unsigned flags) {
  if (!GCDC_WAITS) return GCDC_REAL(splice)(from, from_offset, to, to_offset, size, flags);
  ssize_t result;
  GCDC_OFF({
    if (!(flags & SPLICE_F_NONBLOCK)) await_both(from, to, GCDC_SITE);
    result = gcdc_received(GCDC_REAL(splice)(from, from_offset, to, to_offset, size, flags));
  });
  return result;
}

GCDC_EXPORT ssize_t tee(int from, int to, size_t size, unsigned flags) {
  if (!GCDC_WAITS) return GCDC_REAL(tee)(from, to, size, flags);
  ssize_t result;
  GCDC_OFF({
    if (!(flags & SPLICE_F_NONBLOCK)) await_both(from, to, GCDC_SITE);
    result = gcdc_received(GCDC_REAL(tee)(from, to, size, flags));
  });
  return result;
}

/// A file to a stream: as much as there is room for; the kernel would wait for more. Call with control off.
GCDC_UNINSTRUMENTED static ssize_t send_file(int to, int from, off_t *offset, size_t size, gcdc_site site) {
  if (!may_block(to)) return GCDC_REAL(sendfile64)(to, from, offset, size);
  size_t done = 0;
  while (true) {
    gcdc_await(to, POLLOUT, GCDC_OPERATION_WRITE_DESCRIPTOR, site);
    int flags = fcntl(to, F_GETFL);
    // For the length of one call, which no other thread of the run can see.
    fcntl(to, F_SETFL, flags | O_NONBLOCK);
    ssize_t sent = GCDC_REAL(sendfile64)(to, from, offset, size - done);
    int code = errno;
    fcntl(to, F_SETFL, flags);
    errno = code;
    if (sent < 0 && code != EAGAIN) return done > 0 ? (ssize_t)done : -1;
    if (sent > 0) done += (size_t)sent;
    if (sent == 0 || done == size) return (ssize_t)done;
    // Room that the kernel cannot use for this call: its own wait is the only one left.
    if (sent < 0 && gcdc_is_ready(to, POLLOUT)) return GCDC_REAL(sendfile64)(to, from, offset, size - done);
  }
}

GCDC_ENTRY(ssize_t, sendfile64, (int to, int from, off_t *offset, size_t size), (to, from, offset, size),
           GCDC_WAITS, GCDC_RETURN_OFF(GCDC_SENT(send_file(to, from, offset, size, GCDC_SITE))))
GCDC_ENTRY(ssize_t, sendfile, (int to, int from, off_t *offset, size_t size), (to, from, offset, size),
           GCDC_WAITS, GCDC_RETURN_OFF(GCDC_SENT(send_file(to, from, offset, size, GCDC_SITE))))
#endif
