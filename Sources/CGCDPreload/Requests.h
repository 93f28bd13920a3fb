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
/// The line that was received last.
const char *gcdc_requests_last(size_t *length);
/// Says how the process ended that was forked last; false when nothing listens.
bool gcdc_requests_send_ended(int status);

/// Whether a request may be executed from where another one has come to its first choice.
// In a process that executes one request after the other:

/// False where that has not been possible too often.
bool gcdc_requests_may_be_served_in_place(void);
void gcdc_requests_note_refusal(void);
/// Sends that the schedule of the last line has ended well; false when the tool is gone.
bool gcdc_requests_end_here(void);
/// The line that was received is executed here.
void gcdc_requests_begin_here(void);
/// The line that was received, if there was one, is for the parent.
void gcdc_requests_leave_line(void);
/// In the parent, once: whether the last line's end has been sent.
bool gcdc_requests_take_answered(void);

bool gcdc_requests_is_alike(const char *line);
/// What a process in which requests begin there leaves to the one that serves all, which forks it and has the
/// same lines.
enum gcdc_handover {
  GCDC_HANDOVER_NONE,
  /// The line that was received last is for the serving process; all before it have been answered.
  GCDC_HANDOVER_REQUEST,
  /// As before, and no other request can be executed from there.
  GCDC_HANDOVER_REFUSED,
};
/// In the forked process: the serving one is to receive the last line again. Ends the process.
_Noreturn void gcdc_requests_hand_over(enum gcdc_handover what);
/// In the forked process: from now on it receives lines itself.
void gcdc_requests_receive_here(void);
/// In the serving process, when the forked one is gone: what it has left, once. `ended_well`: it was not
/// killed. False where it was killed while it received lines: nothing says which of them it has answered.
bool gcdc_requests_take_over(bool ended_well, enum gcdc_handover *left);
#endif
