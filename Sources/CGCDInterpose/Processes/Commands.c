// Licensed under the Apache License, Version 2.0; see LICENSE.
// system, popen, pclose: the C library waits inside them, so they are put together again from calls that wait
// in the engine. The signals that `system` holds off meanwhile are those of a terminal, and stay as they are.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <fcntl.h>
#include <string.h>

extern char **environ;

GCDC_UNINSTRUMENTED static int start_shell(pid_t *process, const char *command,
                                           const posix_spawn_file_actions_t *actions) {
  char *arguments[] = {"sh", "-c", (char *)command, NULL};
  if (gcdc_hook_table.descriptors_shared != NULL) gcdc_hook_table.descriptors_shared();
  if (gcdc_hook_table.process_made != NULL) gcdc_hook_table.process_made(NULL);
  return GCDC_REAL(posix_spawn)(process, "/bin/sh", actions, NULL, arguments, environ);
}

GCDC_EXPORT int system(const char *command) {
  if (!GCDC_WAITS || command == NULL) return GCDC_REAL(system)(command);
  gcdc_before_effect();
  int status = 127 << 8;
  GCDC_OFF({
    pid_t process;
    if (start_shell(&process, command, NULL) == 0
        && gcdc_wait_for_process(process, &status, 0, NULL, GCDC_SITE) < 0) {
      status = -1;
    }
  });
  return status;
}

/// Streams of popen and their processes; a stream is removed when it is closed. Used by the threads of a run,
/// which are one kernel thread.
enum { most_streams = 64 };
static struct gcdc_command {
  FILE *stream;
  pid_t process;
} commands[most_streams];

GCDC_UNINSTRUMENTED static struct gcdc_command *command_of(FILE *stream) {
  for (int index = 0; index < most_streams; index += 1) {
    if (commands[index].stream != NULL && commands[index].stream == stream) return &commands[index];
  }
  return NULL;
}

GCDC_UNINSTRUMENTED static struct gcdc_command *free_command(void) {
  for (int index = 0; index < most_streams; index += 1) {
    if (commands[index].stream == NULL) return &commands[index];
  }
  return NULL;
}

GCDC_UNINSTRUMENTED static FILE *open_command(struct gcdc_command *entry, const char *text,
                                              const char *mode) {
  bool reads = mode[0] == 'r';
  int ends[2];
  if (GCDC_REAL(pipe2)(ends, O_CLOEXEC) != 0) return NULL;
  int own = ends[reads ? 0 : 1], other = ends[reads ? 1 : 0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, other, reads ? STDOUT_FILENO : STDIN_FILENO);
  int code = start_shell(&entry->process, text, &actions);
  posix_spawn_file_actions_destroy(&actions);
  GCDC_REAL(close)(other);
  FILE *stream = code == 0 ? fdopen(own, reads ? "r" : "w") : NULL;
  if (stream == NULL) {
    GCDC_REAL(close)(own);
    if (code != 0) errno = code;
    return NULL;
  }
  if (strchr(mode, 'e') == NULL) GCDC_REAL(fcntl)(own, F_SETFD, NULL);
  entry->stream = stream;
  return stream;
}

GCDC_EXPORT FILE *popen(const char *text, const char *mode) {
  struct gcdc_command *entry = GCDC_WAITS ? free_command() : NULL;
  if (entry == NULL || (mode[0] != 'r' && mode[0] != 'w')) return GCDC_REAL(popen)(text, mode);
  gcdc_before_effect();
  GCDC_RETURN_OFF(open_command(entry, text, mode));
}

GCDC_EXPORT int pclose(FILE *stream) {
  struct gcdc_command *entry = command_of(stream);
  if (entry == NULL) return GCDC_REAL(pclose)(stream);
  pid_t process = entry->process;
  *entry = (struct gcdc_command){NULL, 0};
  int status = -1;
  fclose(stream);
  if (!GCDC_WAITS) return GCDC_REAL(wait4)(process, &status, 0, NULL) < 0 ? -1 : status;
  GCDC_OFF({
    if (gcdc_wait_for_process(process, &status, 0, NULL, GCDC_SITE) < 0) status = -1;
  });
  return status;
}
#endif
