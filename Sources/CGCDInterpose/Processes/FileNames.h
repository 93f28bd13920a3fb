// Licensed under the Apache License, Version 2.0; see LICENSE.
// Files by their names: what they are, and whether they are there, may change between two calls.
#ifndef CGCD_FILE_NAMES_H
#define CGCD_FILE_NAMES_H
#include "Interposer.h"

#if GCDC_INTERPOSES
/// How a call looks for a file.
typedef enum { GCDC_OPENS_FILE, GCDC_ASKS_FOR_FILE, GCDC_ASKS_FOR_LINK } gcdc_file_question;

/// A scheduling point before a file is looked for; none where a library asks for itself. Call with control
/// off.
GCDC_HIDDEN void gcdc_look_for_file(const char *name, gcdc_file_question question, gcdc_site site);

/// A scheduling point before a name is made, removed, or given to another file. Call with control on.
#define GCDC_CHANGE_FILE(file) \
  do { \
    if (GCDC_HOOKED(file_named)) \
      GCDC_OFF(gcdc_hook_table.file_named((file), GCDC_OPERATION_CHANGE_FILES, GCDC_SITE)); \
  } while (0)
#endif
#endif
