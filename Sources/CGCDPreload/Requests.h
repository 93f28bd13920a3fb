// Licensed under the Apache License, Version 2.0; see LICENSE.
// The serving process's end of the channel, while it serves.
#ifndef CGCD_REQUESTS_H
#define CGCD_REQUESTS_H
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Makes room for lines that come over this descriptor; false where the system has none.
bool gcdc_requests_open(int channel);
/// Waits for a whole line; NULL at the end of the stream. It is valid until the next call, has no end, and
/// `length` bytes.
const char *gcdc_requests_receive(size_t *length);
/// Says how the process ended that was forked last; false when nothing listens.
bool gcdc_requests_send_ended(int status);
#endif
