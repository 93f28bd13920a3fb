// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where descriptors come from and go to: whether another process could make one ready.
#include "RetriedCalls.h"

#if GCDC_INTERPOSES
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

GCDC_UNINSTRUMENTED static int note_made(int result, const int *ends, gcdc_site site) {
  if (result == 0 && gcdc_hook_table.descriptors_made != NULL) {
    gcdc_hook_table.descriptors_made(ends[0], ends[1], site);
  }
  return result;
}

GCDC_ENTRY(int, pipe, (int ends[2]), (ends), GCDC_WAITS,
           GCDC_RETURN_OFF(note_made(GCDC_REAL(pipe)(ends), ends, GCDC_SITE)))
GCDC_ENTRY(int, pipe2, (int ends[2], int flags), (ends, flags), GCDC_WAITS,
           GCDC_RETURN_OFF(note_made(GCDC_REAL(pipe2)(ends, flags), ends, GCDC_SITE)))
GCDC_ENTRY(int, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends),
           GCDC_WAITS, gcdc_before_effect();
           GCDC_RETURN_OFF(note_made(GCDC_REAL(socketpair)(domain, type, protocol, ends), ends, GCDC_SITE)))

GCDC_EXPORT int close(int descriptor) {
  if (!GCDC_WAITS) return GCDC_REAL(close)(descriptor);
  if (gcdc_is_kept(descriptor)) return errno = EBADF, -1;
  int result;
  GCDC_OFF({
    gcdc_use(descriptor, GCDC_OPERATION_CLOSE, GCDC_SITE);
    if (gcdc_hook_table.descriptor_closing != NULL) gcdc_hook_table.descriptor_closing(descriptor);
    result = GCDC_REAL(close)(descriptor);
  });
  return result;
}

GCDC_EXPORT int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attributes, char *const *arguments,
                            char *const *environment) {
  gcdc_before_effect();
  bool is_foundation = GCDC_HOOKED(descriptors_shared) && gcdc_is_run_loop_site(GCDC_SITE);
  if (GCDC_HOOKED(descriptors_shared)) GCDC_OFF(gcdc_hook_table.descriptors_shared());
  pid_t made = 0;
  int result = GCDC_REAL(posix_spawn)(&made, path, actions, attributes, arguments, environment);
  if (result != 0) return result;
  if (process != NULL) *process = made;
  if (is_foundation) gcdc_note_child(made);
  if (GCDC_HOOKED(process_made)) GCDC_OFF(gcdc_hook_table.process_made(GCDC_SITE));
  return 0;
}

GCDC_EXPORT int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                             const posix_spawnattr_t *attributes, char *const *arguments,
                             char *const *environment) {
  gcdc_before_effect();
  if (GCDC_HOOKED(descriptors_shared)) GCDC_OFF(gcdc_hook_table.descriptors_shared());
  int result = GCDC_REAL(posix_spawnp)(process, file, actions, attributes, arguments, environment);
  if (result == 0 && GCDC_HOOKED(process_made)) GCDC_OFF(gcdc_hook_table.process_made(GCDC_SITE));
  return result;
}

/// By the name that the kernel gives it: `anon_inode:[eventfd]`.
GCDC_UNINSTRUMENTED static gcdc_descriptor_kind sort_by_name(int descriptor) {
  char path[40], name[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(path, name, sizeof name - 1);
  if (length <= 0) return GCDC_DESCRIPTOR_OTHER;
  name[length] = '\0';
  if (strstr(name, "[eventfd]") != NULL) return GCDC_DESCRIPTOR_EVENT;
  if (strstr(name, "[eventpoll]") != NULL) return GCDC_DESCRIPTOR_EPOLL;
  if (strstr(name, "[timerfd]") != NULL) return GCDC_DESCRIPTOR_TIMER;
  return GCDC_DESCRIPTOR_OTHER;
}

GCDC_UNINSTRUMENTED static bool reads_terminal(int descriptor) {
  int saved = errno;
  bool is_terminal = isatty(descriptor);
  errno = saved;
  return is_terminal;
}

GCDC_UNINSTRUMENTED gcdc_descriptor_kind gcdc_kind_of_descriptor(int descriptor, uint64_t *inode) {
  struct stat facts;
  *inode = 0;
  if (fstat(descriptor, &facts) != 0) return GCDC_DESCRIPTOR_BAD;
  *inode = facts.st_ino;
  switch (facts.st_mode & S_IFMT) {
  case S_IFIFO: return GCDC_DESCRIPTOR_PIPE;
  case S_IFSOCK: return GCDC_DESCRIPTOR_SOCKET;
  case S_IFREG:
  case S_IFDIR: return GCDC_DESCRIPTOR_FILE;
  case S_IFCHR: return reads_terminal(descriptor) ? GCDC_DESCRIPTOR_TERMINAL : GCDC_DESCRIPTOR_DEVICE;
  case S_IFBLK: return GCDC_DESCRIPTOR_DEVICE;
  default: return sort_by_name(descriptor);
  }
}

/// Whether a descriptor is that of a pipe, and of that end.
GCDC_UNINSTRUMENTED static bool is_end(int descriptor, const struct stat *pipe, bool is_writer) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return false;
  if (facts.st_ino != pipe->st_ino || facts.st_dev != pipe->st_dev) return false;
  int access = fcntl(descriptor, F_GETFL) & O_ACCMODE;
  return access == O_RDWR || access == (is_writer ? O_WRONLY : O_RDONLY);
}

GCDC_UNINSTRUMENTED bool gcdc_other_end_is_here(int descriptor, bool is_writer) {
  struct stat pipe;
  if (fstat(descriptor, &pipe) != 0 || !S_ISFIFO(pipe.st_mode)) return false;
  if (!is_end(descriptor, &pipe, !is_writer)) return false;
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return false;
  bool is_open = false;
  struct dirent *entry;
  while (!is_open && (entry = readdir(folder)) != NULL) {
    char *end;
    long number = strtol(entry->d_name, &end, 10);
    is_open = *end == '\0' && number != descriptor && is_end((int)number, &pipe, is_writer);
  }
  closedir(folder);
  return is_open;
}

GCDC_UNINSTRUMENTED size_t gcdc_epoll_members(int descriptor, int *members, size_t most) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", descriptor);
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  char line[256];
  size_t count = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    int member;
    if (sscanf(line, "tfd: %d", &member) != 1) continue;
    if (count < most) members[count] = member;
    count += 1;
  }
  fclose(file);
  return count;
}
#endif
