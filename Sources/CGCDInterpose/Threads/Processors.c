// Licensed under the Apache License, Version 2.0; see LICENSE.
// The number of processors that the program sees.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include <errno.h>
#include <string.h>
#include <sys/sysinfo.h>

GCDC_EXPORT long sysconf(int name) {
  bool is_count = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return is_count && gcdc_controlled ? GCDC_PROCESSORS : GCDC_REAL(sysconf)(name);
}

GCDC_EXPORT int get_nprocs(void) { return gcdc_controlled ? GCDC_PROCESSORS : GCDC_REAL(get_nprocs)(); }

GCDC_EXPORT int get_nprocs_conf(void) {
  return gcdc_controlled ? GCDC_PROCESSORS : GCDC_REAL(get_nprocs_conf)();
}

GCDC_EXPORT int sched_getaffinity(pid_t process, size_t size, cpu_set_t *processors) {
  if (!__builtin_expect(gcdc_controlled, false)) {
    return GCDC_REAL(sched_getaffinity)(process, size, processors);
  }
  if (size < sizeof(unsigned long)) {
    errno = EINVAL;
    return -1;
  }
  memset(processors, 0, size);
  for (size_t processor = 0; processor < GCDC_PROCESSORS; processor += 1) {
    CPU_SET_S(processor, size, processors);
  }
  return 0;
}
#endif
