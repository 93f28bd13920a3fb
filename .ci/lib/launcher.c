// Licensed under the Apache License, Version 2.0; see LICENSE.
// bin/gcdcheck of an installed package: looks whether the tool in ../lib/gcdcheck can be loaded here, says in
// one sentence what is missing, and becomes the tool. It is linked statically, since it has to speak where the
// tool, which needs a Swift runtime, would leave the word to the dynamic linker.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TOOL_FAILED 2

extern char **environ;

/// The folder of the tool and of all that it brings along, and the tool.
static char library[PATH_MAX], tool[PATH_MAX + 16];

/// Notes where they are: beside the folder of this very file, wherever a link to it stands.
static bool find_package(void) {
  ssize_t length = readlink("/proc/self/exe", library, sizeof library - 16);
  if (length <= 0) {
    fprintf(stderr, "gcdcheck: error: /proc is missing here; mount it: mount -t proc proc /proc\n");
    return false;
  }
  library[length] = '\0';
  for (int levels = 0; levels < 2; levels++) {
    char *slash = strrchr(library, '/');
    if (slash != NULL) *slash = '\0';
  }
  strcat(library, "/lib/gcdcheck");
  snprintf(tool, sizeof tool, "%s/gcdcheck", library);
  if (access(tool, X_OK) == 0) return true;
  fprintf(
      stderr,
      "gcdcheck: error: %s is missing; bin/gcdcheck works only beside the lib folder it was unpacked "
      "with: unpack the whole archive, and put a symbolic link to its bin/gcdcheck into a folder of PATH\n",
      tool);
  return false;
}

/// The end of a file's name; messages name libraries by it.
static const char *last_component(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/// Says what a row of the dynamic linker's complains about; false when it complains about nothing.
static bool tell(char *row) {
  char *end = strstr(row, " => not found");
  if (end != NULL) {
    *end = '\0';
    row += strspn(row, "\t ");
    fprintf(
        stderr,
        "gcdcheck: error: %s is neither in %s nor on this system; unpack the archive of gcdcheck anew, or "
        "install the system's package that has this library\n",
        last_component(row), library);
    return true;
  }
  char *version = strstr(row, ": version `");
  char *close = version == NULL ? NULL : strstr(version, "' not found");
  if (close == NULL) return false;
  *version = *close = '\0';
  char *holder = strstr(row, ": ");
  fprintf(
      stderr,
      "gcdcheck: error: this system is too old for this build of gcdcheck: %s has no %s; use a newer "
      "system, or build gcdcheck from its sources here\n",
      holder == NULL ? row : holder + 2, version + strlen(": version `"));
  return true;
}

/// Lets the dynamic linker list what it would load for the tool, which it does not start.
static bool is_loadable(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return true;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  char *arguments[] = {tool, NULL};
  pid_t process;
  setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
  int failure = posix_spawn(&process, tool, &actions, NULL, arguments, environ);
  unsetenv("LD_TRACE_LOADED_OBJECTS");
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  bool is_told = false;
  if (failure == 0) {
    FILE *rows = fdopen(ends[0], "r");
    char *row = NULL;
    size_t size = 0;
    // Read to the end all the same, so that the linker can write it.
    while (rows != NULL && getline(&row, &size, rows) >= 0) is_told = is_told || tell(row);
    int status;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    free(row);
    if (rows != NULL) fclose(rows);
  }
  return !is_told;
}

int main(int count, char **arguments) {
  (void)count;
  if (!find_package() || !is_loadable()) return TOOL_FAILED;
  execv(tool, arguments);
  if (errno == ENOENT) {
    fprintf(stderr, "gcdcheck: error: this system has no glibc, whose dynamic linker %s needs\n", tool);
  } else {
    fprintf(stderr, "gcdcheck: error: %s cannot be started: %s\n", tool, strerror(errno));
  }
  return TOOL_FAILED;
}
