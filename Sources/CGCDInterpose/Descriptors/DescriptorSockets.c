// Licensed under the Apache License, Version 2.0; see LICENSE.
// Sockets: receive, send, accept, connect.
#include "Descriptors.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>

/// Waits before a call that is to receive, unless its flags say that it must not.
GCDC_UNINSTRUMENTED static void await_data(int descriptor, int flags, gcdc_site site) {
  if (flags & MSG_DONTWAIT) return gcdc_use(descriptor, GCDC_OPERATION_RECEIVE, site);
  gcdc_await(descriptor, POLLIN, GCDC_OPERATION_RECEIVE, site);
}

/// MSG_WAITALL: the kernel would block between two parts, so the parts are asked for one by one.
GCDC_UNINSTRUMENTED static ssize_t receive_bytes(int descriptor, void *buffer, size_t size, int flags,
                                                gcdc_site site) {
  await_data(descriptor, flags, site);
  if (!(flags & MSG_WAITALL) || (flags & MSG_DONTWAIT)) {
    return GCDC_REAL(recv)(descriptor, buffer, size, flags);
  }
  int piecewise = (flags & ~MSG_WAITALL) | MSG_DONTWAIT;
  size_t done = 0;
  while (true) {
    ssize_t result = GCDC_REAL(recv)(descriptor, (char *)buffer + done, size - done, piecewise);
    if (result < 0 && errno != EAGAIN) return done > 0 ? (ssize_t)done : -1;
    if (result > 0) done += (size_t)result;
    if (result == 0 || done == size || (flags & MSG_PEEK)) return (ssize_t)done;
    gcdc_awaited awaited = {descriptor, POLLIN, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, UINT64_MAX, GCDC_OPERATION_RECEIVE, site);
  }
}

GCDC_ENTRY(ssize_t, recv, (int descriptor, void *buffer, size_t size, int flags),
           (descriptor, buffer, size, flags), GCDC_WAITS,
           GCDC_RETURN_OFF(gcdc_received(receive_bytes(descriptor, buffer, size, flags, GCDC_SITE))))
GCDC_ENTRY(ssize_t, __recv_chk, (int descriptor, void *buffer, size_t size, size_t capacity, int flags),
           (descriptor, buffer, size, capacity, flags), GCDC_WAITS && size <= capacity,
           GCDC_RETURN_OFF(gcdc_received(receive_bytes(descriptor, buffer, size, flags, GCDC_SITE))))

GCDC_EXPORT ssize_t recvfrom(int descriptor, void *buffer, size_t size, int flags, struct sockaddr *from,
                             socklen_t *length) {
  if (!GCDC_WAITS) return GCDC_REAL(recvfrom)(descriptor, buffer, size, flags, from, length);
  ssize_t result;
  GCDC_OFF({
    if (from == NULL) {
      result = gcdc_received(receive_bytes(descriptor, buffer, size, flags, GCDC_SITE));
    } else {
      await_data(descriptor, flags, GCDC_SITE);
      int once = flags & ~MSG_WAITALL;
      result = gcdc_received(GCDC_REAL(recvfrom)(descriptor, buffer, size, once, from, length));
    }
  });
  return result;
}

GCDC_EXPORT ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
  if (!GCDC_WAITS) return GCDC_REAL(recvmsg)(descriptor, message, flags);
  ssize_t result;
  GCDC_OFF({
    await_data(descriptor, flags, GCDC_SITE);
    result = gcdc_received(GCDC_REAL(recvmsg)(descriptor, message, flags & ~MSG_WAITALL));
  });
  return result;
}

/// A blocking send returns when all is handed over; a message that is one piece goes at once or not at all.
GCDC_UNINSTRUMENTED static ssize_t send_bytes(int descriptor, const void *buffer, size_t size, int flags,
                                             const struct sockaddr *to, socklen_t length, gcdc_site site) {
  gcdc_use(descriptor, GCDC_OPERATION_SEND, site);
  if ((flags & MSG_DONTWAIT) || gcdc_never_blocks(descriptor)) {
    return GCDC_REAL(sendto)(descriptor, buffer, size, flags, to, length);
  }
  size_t done = 0;
  while (true) {
    ssize_t result = GCDC_REAL(sendto)(descriptor, (const char *)buffer + done, size - done,
                                       flags | MSG_DONTWAIT, to, length);
    if (result < 0 && errno != EAGAIN) return done > 0 ? (ssize_t)done : -1;
    if (result >= 0) done += (size_t)result;
    if (done == size) return (ssize_t)size;
    gcdc_awaited awaited = {descriptor, POLLOUT, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, UINT64_MAX, GCDC_OPERATION_SEND, site);
  }
}

GCDC_ENTRY(ssize_t, send, (int descriptor, const void *buffer, size_t size, int flags),
           (descriptor, buffer, size, flags), GCDC_WAITS,
           GCDC_RETURN_OFF(GCDC_SENT(send_bytes(descriptor, buffer, size, flags, NULL, 0, GCDC_SITE))))
GCDC_ENTRY(ssize_t, sendto,
           (int descriptor, const void *buffer, size_t size, int flags, const struct sockaddr *to,
            socklen_t length),
           (descriptor, buffer, size, flags, to, length), GCDC_WAITS,
           GCDC_RETURN_OFF(GCDC_SENT(send_bytes(descriptor, buffer, size, flags, to, length, GCDC_SITE))))

GCDC_EXPORT ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  if (!GCDC_WAITS) return GCDC_REAL(sendmsg)(descriptor, message, flags);
  ssize_t result;
  GCDC_OFF({
    if (flags & MSG_DONTWAIT) gcdc_use(descriptor, GCDC_OPERATION_SEND, GCDC_SITE);
    else gcdc_await(descriptor, POLLOUT, GCDC_OPERATION_SEND, GCDC_SITE);
    result = GCDC_SENT(GCDC_REAL(sendmsg)(descriptor, message, flags));
  });
  return result;
}

GCDC_EXPORT int accept(int descriptor, struct sockaddr *from, socklen_t *length) {
  if (!GCDC_WAITS) return GCDC_REAL(accept)(descriptor, from, length);
  int result;
  GCDC_OFF({
    gcdc_await(descriptor, POLLIN, GCDC_OPERATION_ACCEPT, GCDC_SITE);
    result = GCDC_REAL(accept)(descriptor, from, length);
  });
  return result;
}

GCDC_EXPORT int accept4(int descriptor, struct sockaddr *from, socklen_t *length, int flags) {
  if (!GCDC_WAITS) return GCDC_REAL(accept4)(descriptor, from, length, flags);
  int result;
  GCDC_OFF({
    gcdc_await(descriptor, POLLIN, GCDC_OPERATION_ACCEPT, GCDC_SITE);
    result = GCDC_REAL(accept4)(descriptor, from, length, flags);
  });
  return result;
}

/// Begins the connection without blocking, and waits for its end as poll reports it.
GCDC_UNINSTRUMENTED static int connect_virtually(int descriptor, const struct sockaddr *to, socklen_t length,
                                            gcdc_site site) {
  gcdc_use(descriptor, GCDC_OPERATION_CONNECT, site);
  int flags = fcntl(descriptor, F_GETFL);
  // A local socket connects at once, or fails.
  if (flags < 0 || (flags & O_NONBLOCK) || to == NULL || to->sa_family == AF_UNIX) {
    return GCDC_REAL(connect)(descriptor, to, length);
  }
  fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  int result = GCDC_REAL(connect)(descriptor, to, length);
  int code = errno;
  fcntl(descriptor, F_SETFL, flags);
  errno = code;
  if (result == 0 || code != EINPROGRESS) return result;
  while (!gcdc_is_ready(descriptor, POLLOUT)) {
    gcdc_awaited awaited = {descriptor, POLLOUT, 0};
    gcdc_hook_table.descriptor_wait(&awaited, 1, UINT64_MAX, GCDC_OPERATION_CONNECT, site);
  }
  socklen_t size = sizeof code;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) != 0) return -1;
  errno = code;
  return code == 0 ? 0 : -1;
}

GCDC_ENTRY(int, connect, (int descriptor, const struct sockaddr *to, socklen_t length),
           (descriptor, to, length), GCDC_WAITS,
           GCDC_RETURN_OFF(connect_virtually(descriptor, to, length, GCDC_SITE)))
#endif
