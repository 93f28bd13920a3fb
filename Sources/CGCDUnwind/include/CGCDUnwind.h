// Licensed under the Apache License, Version 2.0; see LICENSE.
// Return addresses of the running or of a parked thread, through libunwind; what image an address is in.
#ifndef CGCD_UNWIND_H
#define CGCD_UNWIND_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Return addresses of the caller, innermost first; at most `max`, and 255; returns how many.
int gcdc_unwind_here(uintptr_t *_Nonnull pcs, int max);
/// What is asked of a return address: 0 = ask for its caller's; anything else ends the search.
typedef int gcdc_frame_test(uintptr_t address);
/// The first answer but 0 to `test`, asked of `start` and its callers, innermost first; 0 where there is none
/// or where `start` is not one of the caller's 32 innermost return addresses. Unwinds no further than the
/// frame that answers.
int gcdc_unwind_above(uintptr_t start, gcdc_frame_test *_Nonnull test);
/// As `gcdc_unwind_here`, for a thread that is parked with these registers (x86-64: callee_saved = rbx,
/// r12–r15; aarch64: x19–x28).
int gcdc_unwind_parked(uint64_t pc, uint64_t sp, uint64_t bp, const uint64_t *_Nonnull callee_saved,
                       uintptr_t *_Nonnull pcs, int max);
/// The same for a thread that a signal interrupted: pc is the instruction itself, lr the link register (any
/// value on x86-64). pcs[0] is pc + 1, so that every entry is looked up one byte before it.
int gcdc_unwind_interrupted(uint64_t pc, uint64_t sp, uint64_t bp, uint64_t lr,
                            const uint64_t *_Nonnull callee_saved, uintptr_t *_Nonnull pcs, int max);
/// How the frames of a loop are read.
typedef struct {
  /// Whether code is a library's: its frames below those of the program's own are passed over.
  bool (*_Nonnull is_library)(const void *_Nullable address);
  /// Whether a word is what the engine has left in a register, or in a part of the stack that the program's
  /// functions do not use. It says nothing of the loop and is not followed.
  bool (*_Nonnull is_of_engine)(const void *_Nonnull context, uint64_t word);
  const void *_Nonnull context;
  /// Whether objects that begin with this address are a test framework's, which counts and looks at clocks
  /// for itself. They are not read.
  bool (*_Nonnull is_of_framework)(const void *_Nullable metadata);
  /// Whether an address is on the stack of a thread, where no objects of `malloc` are.
  bool (*_Nonnull is_on_stack)(const void *_Nullable address);
  /// Whether all objects are read that can be reached, as far as `malloc` knows where they begin: a thousand
  /// times as long, and for the only thread of a process.
  bool is_deep;
} gcdc_loop_reader;
/// What the loop keeps that makes a call.
typedef struct {
  /// The stack of the program's own frames, until these functions return.
  uint64_t *_Nullable words;
  size_t count;
  /// Fingerprints: of these words, and of the rest: registers, the program's global variables, and, where the
  /// reader is deep, objects.
  uint64_t stack, rest;
} gcdc_loop;
/// For the call that returns to `from`; false where it cannot be taken.
bool gcdc_read_loop(uintptr_t from, const gcdc_loop_reader *_Nonnull reader, gcdc_loop *_Nonnull loop);
/// A fingerprint of registers and stack alone, equal also where an object or a global variable counts; 0
/// where it cannot be taken.
uint64_t gcdc_frames_state(uintptr_t from, const gcdc_loop_reader *_Nonnull reader);
/// Path of the library that provides `_Unwind_RaiseException` in this process; NULL if none.
const char *_Nullable gcdc_unwind_exception_provider(void);

#include "CGCDImage.h"
#endif
