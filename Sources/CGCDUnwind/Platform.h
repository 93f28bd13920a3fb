// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where stacks can be taken.
#ifndef GCDC_UNWIND_PLATFORM_H
#define GCDC_UNWIND_PLATFORM_H
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(GCDC_OTHER_PLATFORM)
#define GCDC_SUPPORTED 1
#else
#define GCDC_SUPPORTED 0
#endif
#endif
