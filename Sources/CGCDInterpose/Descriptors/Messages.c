// Licensed under the Apache License, Version 2.0; see LICENSE.
// Message queues of System V and POSIX, and semaphores of System V. Those of POSIX are descriptors; the
// others are asked again until they answer.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>

struct gcdc_message_wait {
  int queue, flags, code;
  void *message;
  size_t size;
  long type;
  ssize_t result;
};

GCDC_UNINSTRUMENTED static bool try_receive(void *context) {
  struct gcdc_message_wait *wait = context;
  wait->result = GCDC_REAL(msgrcv)(wait->queue, wait->message, wait->size, wait->type,
                                   wait->flags | IPC_NOWAIT);
  wait->code = errno;
  return wait->result >= 0 || wait->code != ENOMSG;
}

GCDC_UNINSTRUMENTED static bool try_send(void *context) {
  struct gcdc_message_wait *wait = context;
  wait->result = GCDC_REAL(msgsnd)(wait->queue, wait->message, wait->size, wait->flags | IPC_NOWAIT);
  wait->code = errno;
  return wait->result >= 0 || wait->code != EAGAIN;
}

/// Call with control off; sets errno.
GCDC_UNINSTRUMENTED static void exchange(gcdc_attempt attempt, struct gcdc_message_wait *wait, int call,
                                         gcdc_site site) {
  if (!attempt(wait)) {
    gcdc_hook_table.attempt_wait(attempt, wait, GCDC_DESCRIPTOR_MESSAGES, -1, false, call, site);
  }
  errno = wait->code;
}

GCDC_EXPORT ssize_t msgrcv(int queue, void *message, size_t size, long type, int flags) {
  if (!GCDC_WAITS || flags & IPC_NOWAIT) return GCDC_REAL(msgrcv)(queue, message, size, type, flags);
  struct gcdc_message_wait wait = {queue, flags, 0, message, size, type, 0};
  GCDC_OFF(exchange(try_receive, &wait, GCDC_OPERATION_RECEIVE_MESSAGE, GCDC_SITE));
  return wait.result;
}

GCDC_EXPORT int msgsnd(int queue, const void *message, size_t size, int flags) {
  if (!GCDC_WAITS || flags & IPC_NOWAIT) return GCDC_REAL(msgsnd)(queue, message, size, flags);
  struct gcdc_message_wait wait = {queue, flags, 0, (void *)message, size, 0, 0};
  GCDC_OFF(exchange(try_send, &wait, GCDC_OPERATION_SEND_MESSAGE, GCDC_SITE));
  return (int)wait.result;
}

enum { most_changes = 32 };

struct gcdc_change_wait {
  int set, result, code;
  size_t count;
  struct sembuf changes[most_changes];
};

GCDC_UNINSTRUMENTED static bool try_change(void *context) {
  struct gcdc_change_wait *wait = context;
  wait->result = GCDC_REAL(semop)(wait->set, wait->changes, wait->count);
  wait->code = errno;
  return wait->result == 0 || wait->code != EAGAIN;
}

GCDC_EXPORT int semop(int set, struct sembuf *changes, size_t count) {
  if (!GCDC_WAITS || count == 0 || count > most_changes) return GCDC_REAL(semop)(set, changes, count);
  for (size_t index = 0; index < count; index += 1) {
    // The program does not want to wait for this one: the kernel's own answer is right.
    if (changes[index].sem_flg & IPC_NOWAIT) return GCDC_REAL(semop)(set, changes, count);
  }
  struct gcdc_change_wait wait = {set, 0, 0, count, {{0}}};
  GCDC_OFF({
    memcpy(wait.changes, changes, count * sizeof *changes);
    for (size_t index = 0; index < count; index += 1) wait.changes[index].sem_flg |= IPC_NOWAIT;
    if (!try_change(&wait)) {
      gcdc_hook_table.attempt_wait(try_change, &wait, GCDC_DESCRIPTOR_SEMAPHORES, -1, false,
                                   GCDC_OPERATION_CHANGE_SEMAPHORES, GCDC_SITE);
    }
  });
  errno = wait.code;
  return wait.result;
}

GCDC_EXPORT ssize_t mq_receive(mqd_t queue, char *message, size_t size, unsigned *priority) {
  if (!GCDC_WAITS) return GCDC_REAL(mq_receive)(queue, message, size, priority);
  ssize_t result;
  GCDC_OFF({
    gcdc_await((int)queue, POLLIN, GCDC_OPERATION_RECEIVE, GCDC_SITE);
    result = GCDC_REAL(mq_receive)(queue, message, size, priority);
  });
  return result;
}

GCDC_EXPORT int mq_send(mqd_t queue, const char *message, size_t size, unsigned priority) {
  if (!GCDC_WAITS) return GCDC_REAL(mq_send)(queue, message, size, priority);
  int result;
  GCDC_OFF({
    gcdc_await((int)queue, POLLOUT, GCDC_OPERATION_SEND, GCDC_SITE);
    result = GCDC_REAL(mq_send)(queue, message, size, priority);
  });
  return result;
}
#endif
