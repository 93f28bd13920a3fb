// Licensed under the Apache License, Version 2.0; see LICENSE.
// Frames without unwind information, read from their own prologue.
#ifndef CGCD_BARE_FRAME_H
#define CGCD_BARE_FRAME_H
#include <stdbool.h>
#include <stdint.h>

/// Registers of a frame: saved is rbx, r12–r15 on x86-64, x19–x28 on aarch64, where bp is x29.
typedef struct { uint64_t pc, sp, bp, saved[10]; } gcdc_bare_frame;

/// Goes from a function to its caller by what the function has pushed; false where that is not known for
/// sure: then nothing has changed.
bool gcdc_leave_bare_frame(gcdc_bare_frame *frame);
#endif
