// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where nothing is interposed the functions exist, do nothing, and say so.
#include "CGCDInterpose.h"

#if !GCDC_INTERPOSES
gcdc_hooks gcdc_hook_table;

void gcdc_install_hooks(const gcdc_hooks *hooks) { gcdc_hook_table = *hooks; }
bool gcdc_interposition_supported(void) { return false; }
bool gcdc_control(bool on) { return (void)on, false; }
bool gcdc_is_controlled(void) { return false; }
void gcdc_set_thread_id(int id) { (void)id; }
void gcdc_call(gcdc_function function, void *context) { function(context); }
void gcdc_call_once(int *control, gcdc_once_body body, gcdc_site site) { (void)control, (void)site, body(); }
void gcdc_call_indexed(void (*body)(void *, size_t), void *context, size_t index) { body(context, index); }
void gcdc_work_dispose(gcdc_work work) { (void)work; }
// A block's layout is the same on every platform: its function is the third word.
void gcdc_call_block(void *block) { ((gcdc_function *)block)[2](block); }

gcdc_check gcdc_self_check(void) { return (gcdc_check){.calls_arrive = false}; }
gcdc_object_kind gcdc_object_kind_of(gcdc_object object) { return (void)object, GCDC_OBJECT_OTHER; }
gcdc_queue_facts gcdc_queue_facts_of(gcdc_object queue) {
  return (void)queue, (gcdc_queue_facts){.serial = 0};
}
intptr_t gcdc_semaphore_value(gcdc_object semaphore, intptr_t *original) {
  (void)semaphore;
  *original = 0;
  return 0;
}
uint32_t gcdc_group_count(gcdc_object group) { return (void)group, 0; }
gcdc_object gcdc_main_queue(void) { return NULL; }
gcdc_object gcdc_default_global_queue(void) { return NULL; }
void *gcdc_object_context(gcdc_object object) { return (void)object, NULL; }
gcdc_attribute_state gcdc_attribute_state_of(const void *attribute) {
  return (void)attribute, GCDC_ATTRIBUTE_PLAIN;
}
bool gcdc_is_dispatch_address(const void *address) { return (void)address, false; }
gcdc_object gcdc_object_target(gcdc_object object) { return (void)object, NULL; }
gcdc_function gcdc_take_finalizer(gcdc_object object, void **context) {
  (void)object;
  *context = NULL;
  return NULL;
}
void gcdc_pin(gcdc_object object) { (void)object; }
void gcdc_unpin(gcdc_object object) { (void)object; }
void gcdc_unpin_quietly(gcdc_object object) { (void)object; }
bool gcdc_has_context(gcdc_object object) { return (void)object, false; }
int32_t gcdc_external_count(gcdc_object object) { return (void)object, 0; }

int gcdc_real_mutex_trylock(void *mutex) { return (void)mutex, 0; }
int gcdc_real_mutex_lock(void *mutex) { return (void)mutex, 0; }
int gcdc_real_mutex_unlock(void *mutex) { return (void)mutex, 0; }
void gcdc_real_swift_once(void *token, void *function, void *context) {
  (void)token;
  (void)function;
  (void)context;
}
long gcdc_real_futex(uint32_t *word, int operation, uint32_t value, uint64_t timeout, uint32_t *word2,
                     uint32_t value3) {
  return (void)word, (void)operation, (void)value, (void)timeout, (void)word2, (void)value3, -1;
}
void gcdc_set_own_thread_call(gcdc_system_call call) { (void)call; }
long gcdc_futex_as_owner(uint32_t *word, int operation, uint32_t value) {
  return (void)word, (void)operation, (void)value, -1;
}
uint64_t gcdc_real_monotonic_ns(void) { return 0; }
int gcdc_time_decode(uint64_t when, uint64_t *nanoseconds) {
  *nanoseconds = when;
  return GCDC_CLOCK_UPTIME;
}
const char *gcdc_own_library(void) { return NULL; }
uint64_t gcdc_portable_address(const void *address) { return (uintptr_t)address; }
const void *gcdc_local_address(uint64_t portable) { return (const void *)(uintptr_t)portable; }
bool gcdc_is_library_address(const void *address) { return (void)address, false; }
bool gcdc_is_user_site(gcdc_site site) { return (void)site, true; }
bool gcdc_is_user_lock_site(gcdc_site site) { return (void)site, true; }
void gcdc_flush_output(void) {}
int gcdc_quick_exit_status(void) { return 0; }
bool gcdc_make_hashing_deterministic(void) { return false; }
uint32_t gcdc_block_item_flags(const void *block) { return (void)block, 0; }
gcdc_item_state gcdc_item_state_of(const void *block) { return (void)block, GCDC_ITEM_NONE; }
gcdc_item_facts gcdc_item_facts_of(const void *item) { return (void)item, (gcdc_item_facts){.runs = 0}; }
void gcdc_item_own(void *item) { (void)item; }
void gcdc_item_disown(void *item) { (void)item; }
void gcdc_item_mark_cancelled(void *item) { (void)item; }
void gcdc_item_mark_run(void *item) { (void)item; }
#endif
