// Licensed under the Apache License, Version 2.0; see LICENSE.
// A program that is loaded once for all processes that serve schedules of it.
#ifndef CGCD_LOADED_PROGRAM_H
#define CGCD_LOADED_PROGRAM_H

enum {
  /// Under which a serving process finds the first descriptor that it is given, its channel.
  GCDC_CHANNEL_NUMBER = 3,
};

/// What `main` gets.
struct gcdc_words {
  int count;
  /// NULL behind the last one.
  char **list;
};

/// Waits for orders on this descriptor and copies the process for each of them. Returns in the copies, with
/// what each one's `main` gets; what the tool gives them has the numbers that it would have in a process of
/// the tool's own.
struct gcdc_words gcdc_copy_loaded_program(int channel);
#endif
