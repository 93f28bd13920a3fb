// Licensed under the Apache License, Version 2.0; see LICENSE.
// Descriptors of the program's: a copy of its process shares what is behind them, and is to have its own.
#ifndef CGCD_PRIVATE_DESCRIPTORS_H
#define CGCD_PRIVATE_DESCRIPTORS_H
#include <stdbool.h>

/// Takes down which descriptors there are before the program's code has run, which all may share, and looks
/// at those of its libraries; false where these cannot be made anew.
bool gcdc_for_each_descriptor(bool (*look)(int number));
bool gcdc_descriptor_is_given(int number);
bool gcdc_descriptors_note_given(void);
/// Looks at those that are not given; false where there is one that cannot be made anew.
bool gcdc_descriptors_look(void);
/// In a copy of the process: puts new ones in the place of those that were looked at last, in the same state;
/// false where the system has no more.
bool gcdc_descriptors_renew(void);
#endif
