// Licensed under the Apache License, Version 2.0; see LICENSE.
#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

/// How often the process has asked for memory of the heap; -1 where that is not counted: without glibc, and
/// under a sanitizer, whose heap is its own.
long allocation_count(void);

#endif
