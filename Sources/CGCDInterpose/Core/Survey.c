// Licensed under the Apache License, Version 2.0; see LICENSE.
// Looks at the loaded files for a process that is forked again and again: each fork finds the answers.
#include "Survey.h"

#if GCDC_INTERPOSES
#include "SegmentMap.h"

void gcdc_survey_libraries(void) {
  bool before = gcdc_control(false);
  gcdc_bind_own_imports();
  gcdc_fresh_map();
  gcdc_survey_thread_images();
  gcdc_survey_child_watch();
  gcdc_find_run_loops();
  gcdc_is_inside_runtime(NULL);
  gcdc_is_inside_dispatch(NULL);
  gcdc_is_in_concurrency((const void *)gcdc_survey_libraries);
  gcdc_control(before);
}
#endif
