// Licensed under the Apache License, Version 2.0; see LICENSE.
// What threads tell each other through the kernel: sockets, messages, semaphores of System V.
// Each case is one program; the table of verdicts says what has to be said about it.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <aio.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>

static pthread_t start(void *(*body)(void *), void *it) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, it)) abort();
  return thread;
}

static struct sockaddr_in address = {.sin_family = AF_INET};
static void *serves(void *listener) {
  int client = accept4(*(int *)listener, NULL, NULL, SOCK_CLOEXEC);
  char text[4];
  if (recv(client, text, 4, MSG_WAITALL) != 4 || send(client, text, 4, MSG_NOSIGNAL) != 4) return listener;
  return close(client) ? listener : NULL;
}
CASE(talks_to_itself) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t size = sizeof address;
  char text[5] = "";
  void *failed;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, (void *)&address, size) || listen(listener, 5)) return 2;
  getsockname(listener, (void *)&address, &size);
  pthread_t thread = start(serves, &listener);
  if (connect(client, (void *)&address, size) || send(client, "ping", 4, 0) != 4) return 3;
  if (recv(client, text, 4, MSG_WAITALL) != 4 || recv(client, text, 4, 0) != 0) return 4;
  return pthread_join(thread, &failed) || failed || strcmp(text, "ping");
}
CASE(connects_by_epoll) {
  int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int set = epoll_create1(0), error = -1;
  socklen_t size = sizeof address, length = sizeof error;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, (void *)&address, size) || listen(listener, 5)) return 2;
  getsockname(listener, (void *)&address, &size);
  pthread_t thread = start(serves, &listener);
  if (connect(client, (void *)&address, size) && errno != EINPROGRESS) return 3;
  epoll_ctl(set, EPOLL_CTL_ADD, client, &(struct epoll_event){.events = EPOLLOUT | EPOLLIN | EPOLLET});
  struct epoll_event event;
  if (epoll_wait(set, &event, 1, 5000) != 1) return 4;
  if (getsockopt(client, SOL_SOCKET, SO_ERROR, &error, &length) || error) return 5;
  char text[4];
  if (send(client, "ping", 4, 0) != 4) return 6;
  for (long got = -1; got <= 0;) {
    if (epoll_wait(set, &event, 1, 5000) != 1) return 7;
    got = recv(client, text, 4, 0);
  }
  return pthread_join(thread, NULL);
}
CASE(passes_a_descriptor) {
  int pair[2], ends[2], got = -1;
  char letter = 'x', space[CMSG_SPACE(sizeof(int))] = {0};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) || pipe(ends)) return 2;
  struct iovec vector = {&letter, 1};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1, .msg_control = space};
  message.msg_controllen = sizeof space;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET, header->cmsg_type = SCM_RIGHTS, header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &ends[1], sizeof(int));
  if (sendmsg(pair[0], &message, 0) != 1 || recvmsg(pair[1], &message, 0) != 1) return 3;
  memcpy(&got, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
  close(ends[1]);
  if (write(got, "y", 1) != 1 || close(got)) return 4;
  return read(ends[0], &letter, 1) != 1 || read(ends[0], &letter, 1) != 0;
}
static void *sends_datagrams(void *it) {
  int sender = socket(AF_INET, SOCK_DGRAM, 0);
  for (int i = 0; i < 3; i++) sendto(sender, "datagram", 8, 0, (void *)&address, sizeof address);
  return close(sender) ? it : NULL;
}
CASE(receives_datagrams) {
  int receiver = socket(AF_INET, SOCK_DGRAM, 0);
  socklen_t size = sizeof address;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(receiver, (void *)&address, size), getsockname(receiver, (void *)&address, &size);
  pthread_t thread = start(sends_datagrams, NULL);
  char space[3][16];
  struct iovec vectors[3] = {{space[0], 16}, {space[1], 16}, {space[2], 16}};
  struct mmsghdr messages[3] = {0};
  for (int i = 0; i < 3; i++) messages[i].msg_hdr.msg_iov = &vectors[i], messages[i].msg_hdr.msg_iovlen = 1;
  return recvmmsg(receiver, messages, 3, 0, NULL) != 3 || pthread_join(thread, NULL);
}
CASE(selects_in_time) {
  int ends[2];
  fd_set set;
  FD_ZERO(&set);
  if (pipe(ends)) return 2;
  FD_SET(ends[0], &set);
  if (select(ends[0] + 1, &set, NULL, NULL, &(struct timeval){3600, 0}) != 0) return 3;
  struct pollfd asked = {ends[0], POLLIN, 0};
  if (ppoll(&asked, 1, &(struct timespec){3600, 0}, NULL) != 0) return 4;
  return write(ends[1], "x", 1) != 1 || poll(&asked, 1, -1) != 1;
}
CASE(resolves_a_name) {
  struct addrinfo *list = NULL, hints = {.ai_socktype = SOCK_STREAM};
  if (getaddrinfo("localhost", "80", &hints, &list)) return 2;
  return freeaddrinfo(list), list == NULL;
}

static void *answers_by_message(void *it) {
  mqd_t queue = mq_open(it, O_WRONLY);
  return mq_send(queue, "m", 1, 0) || mq_close(queue) ? it : NULL;
}
CASE(takes_a_message) {
  char name[40], text[16];
  void *failed;
  sprintf(name, "/real-%d", getpid());
  mqd_t queue = mq_open(name, O_CREAT | O_RDONLY, 0600, &(struct mq_attr){.mq_maxmsg = 4, .mq_msgsize = 16});
  if (queue == (mqd_t)-1) return 2;
  pthread_t thread = start(answers_by_message, name);
  long length = mq_receive(queue, text, sizeof text, NULL);
  int joined = pthread_join(thread, &failed);
  return mq_unlink(name) || length != 1 || joined || failed;
}
static int semaphores;
static void *raises(void *it) { return semop(semaphores, &(struct sembuf){0, 1, 0}, 1) ? it : NULL; }
CASE(uses_old_semaphores) {
  semaphores = semget(IPC_PRIVATE, 1, IPC_CREAT | 0600);
  pthread_t thread = start(raises, &semaphores);
  int failed = semop(semaphores, &(struct sembuf){0, -1, 0}, 1);
  return pthread_join(thread, NULL) || semctl(semaphores, 0, IPC_RMID) || failed;
}
struct note { long kind; char text[4]; };
static void *sends_a_note(void *it) { return msgsnd(semaphores, &(struct note){1, "abc"}, 4, 0) ? it : NULL; }
CASE(uses_old_messages) {
  struct note got = {0};
  semaphores = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  pthread_t thread = start(sends_a_note, &semaphores);
  long length = msgrcv(semaphores, &got, 4, 0, 0);
  return pthread_join(thread, NULL) || msgctl(semaphores, IPC_RMID, NULL) || length != 4;
}
CASE(reads_asynchronously) {
  char text[8];
  int file = open("/proc/self/comm", O_RDONLY);
  struct aiocb block = {.aio_fildes = file, .aio_buf = text, .aio_nbytes = 4};
  const struct aiocb *list[1] = {&block};
  if (aio_read(&block)) return 2;
  while (aio_error(&block) == EINPROGRESS) aio_suspend(list, 1, NULL);
  return aio_return(&block) != 4;
}

MAIN(EACH(talks_to_itself) EACH(connects_by_epoll) EACH(passes_a_descriptor) EACH(receives_datagrams)
     EACH(resolves_a_name) EACH(takes_a_message) EACH(uses_old_semaphores) EACH(uses_old_messages)
     EACH(reads_asynchronously) EACH(selects_in_time))
