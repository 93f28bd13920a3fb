// Licensed under the Apache License, Version 2.0; see LICENSE.
// The pages of mappings that have something that no file has.
#ifndef CGCD_OWN_PAGES_H
#define CGCD_OWN_PAGES_H
#include "ProcessMaps.h"

/// False ends the search.
typedef bool (*gcdc_visit_pages)(const struct gcdc_mapping *mapping, uintptr_t start, uintptr_t end,
                                 void *context);

bool gcdc_for_each_own_page(const struct gcdc_maps *maps, gcdc_visit_pages visit, void *context);
#endif
