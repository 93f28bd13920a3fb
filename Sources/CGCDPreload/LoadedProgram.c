// Licensed under the Apache License, Version 2.0; see LICENSE.
// The tool starts a program once, and this process, which has been loaded and prepared, is copied for each
// process that is to serve: the dynamic linker, the rewriting of tables and the first uses of the Swift
// runtime take longer than a dozen schedules of a test.
#define _GNU_SOURCE
#include "LoadedProgram.h"

#include "Family.h"

#include <stdint.h>

#if defined(__linux__) && defined(__GLIBC__) && !defined(GCDC_OTHER_PLATFORM) \
    && (defined(__x86_64__) || defined(__aarch64__))
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// What an order begins with. Descriptors come with it: the channel, and perhaps memory for the steps. Behind
/// it come the words, each with its end.
struct order {
  uint32_t count, size;
};

enum {
  most_given = 2,
  /// Where descriptors are kept on their way: behind all numbers that are given.
  aside = 16,
};

/// Waits for so many bytes; false at the end of the stream.
static bool receive(int channel, void *memory, size_t size) {
  for (size_t count = 0; count < size;) {
    ssize_t more = recv(channel, (char *)memory + count, size - count, 0);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    count += (size_t)more;
  }
  return true;
}

/// How many descriptors came; -1 at the end of the stream.
static int receive_order(int channel, struct order *order, int given[most_given]) {
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(most_given * sizeof(int))];
  } attached;
  struct iovec part = {order, sizeof *order};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &attached, .msg_controllen = sizeof attached};
  ssize_t size;
  do size = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR);
  if (size <= 0) return -1;
  if (!receive(channel, (char *)order + size, sizeof *order - (size_t)size)) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) return 0;
  size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  memcpy(given, CMSG_DATA(header), count * sizeof(int));
  return (int)count;
}

/// In the copy: gives the descriptors their numbers.
static void place(const int given[most_given], int count) {
  int kept[most_given];
  for (int index = 0; index < count; index += 1) {
    kept[index] = fcntl(given[index], F_DUPFD_CLOEXEC, aside);
    close(given[index]);
  }
  for (int index = 0; index < count; index += 1) {
    dup2(kept[index], GCDC_CHANNEL_NUMBER + index);
    close(kept[index]);
  }
}

/// The Swift runtime reads the arguments of a process from the kernel, which has those of the loaded program.
static void override_swift_arguments(struct gcdc_words words) {
  typedef void (*gcdc_replace)(char **, int);
  gcdc_replace replace = (gcdc_replace)dlsym(RTLD_DEFAULT, "_swift_stdlib_overrideUnsafeArgvArgc");
  if (replace != NULL) replace(words.list, words.count);
}

static struct gcdc_words split(char *text, uint32_t count) {
  struct gcdc_words words = {(int)count, malloc((count + 1) * sizeof(char *))};
  if (words.list == NULL) _exit(2);
  for (uint32_t index = 0; index < count; index += 1) {
    words.list[index] = text;
    text += strlen(text) + 1;
  }
  words.list[count] = NULL;
  return words;
}

struct gcdc_words gcdc_copy_loaded_program(int channel) {
  for (;;) {
    struct order order;
    int given[most_given];
    int count = receive_order(channel, &order, given);
    if (count < 0) _exit(0);
    char *text = malloc(order.size + 1);
    if (text == NULL || !receive(channel, text, order.size)) _exit(2);
    text[order.size] = '\0';
    // The tool is the parent of the copy: it waits for the end of each serving process.
    int32_t copy = (int32_t)gcdc_family_copy_early(CLONE_PARENT);
    if (copy == 0) {
      setpgid(0, 0);
      close(channel);
      place(given, count);
      struct gcdc_words words = split(text, order.count);
      override_swift_arguments(words);
      return words;
    }
    if (copy < 0) copy = -errno;
    free(text);
    for (int index = 0; index < count; index += 1) close(given[index]);
    if (send(channel, &copy, sizeof copy, MSG_NOSIGNAL) != sizeof copy) _exit(0);
  }
}
#endif
