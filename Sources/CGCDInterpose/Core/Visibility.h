// Licensed under the Apache License, Version 2.0; see LICENSE.
// What ThreadSanitizer sees of a thread that belongs to a run: the user's code, and nothing of ours.
#ifndef CGCD_VISIBILITY_H
#define CGCD_VISIBILITY_H

/// True in a program built with ThreadSanitizer; set before main and never changed.
extern GCDC_HIDDEN bool gcdc_is_watched;

/// From here on the calling thread's accesses and synchronisation are not looked at; false when it was hidden
/// already.
GCDC_HIDDEN bool gcdc_hide(void);
/// Ends `gcdc_hide`; does nothing on a thread that is not hidden.
GCDC_HIDDEN void gcdc_reveal(void);

/// Comes between the Swift runtime and the sanitizer.
GCDC_HIDDEN void gcdc_mediate_runtime(void);

/// Orders the caller, who is visible, behind the releases of an address, or the other way round.
GCDC_HIDDEN void gcdc_acquire_here(const void *address);
GCDC_HIDDEN void gcdc_release_here(const void *address);
#endif
