// Licensed under the Apache License, Version 2.0; see LICENSE.
// Looks at values that Foundation keeps for all threads, and changes of them: others may come before each.
#include "LibraryMethods.h"

#if GCDC_INTERPOSES
static const bool changes[] = {
#define CHANGES(name, symbol, is_change) [STORE_##name - gcdc_first_store_method] = is_change,
    GCDC_STORE_METHODS(CHANGES)
#undef CHANGES
};

/// Before one of the methods; returns where the library has it.
__attribute__((used)) GCDC_HIDDEN void *gcdc_before_store_method(int method, gcdc_site site) {
  void *original = gcdc_library_method(method);
  // What the library asks itself belongs to the program's call.
  if (GCDC_HOOKED(foundation.stores) && !gcdc_is_library_address((const char *)site - 1)) {
    GCDC_OFF(gcdc_hook_table.foundation.stores(changes[method - gcdc_first_store_method], site));
  }
  return original;
}

// The methods differ in what they take and return, which is all in registers: these are kept, and the
// library's function continues with them in the place of ours. Self, the error and the async context are in
// registers that a C function keeps.
#if defined(__x86_64__)
#define CONTINUE_WITH_ORIGINAL(method) \
  __asm__ volatile( \
      "pushq %%rbp\n .cfi_def_cfa_offset 16\n .cfi_offset %%rbp, -16\n" \
      "movq %%rsp, %%rbp\n .cfi_def_cfa_register %%rbp\n" \
      "subq $192, %%rsp\n" \
      "movq %%rdi, (%%rsp)\n movq %%rsi, 8(%%rsp)\n movq %%rdx, 16(%%rsp)\n movq %%rcx, 24(%%rsp)\n" \
      "movq %%r8, 32(%%rsp)\n movq %%r9, 40(%%rsp)\n movq %%rax, 48(%%rsp)\n" \
      "movups %%xmm0, 64(%%rsp)\n movups %%xmm1, 80(%%rsp)\n movups %%xmm2, 96(%%rsp)\n" \
      "movups %%xmm3, 112(%%rsp)\n movups %%xmm4, 128(%%rsp)\n movups %%xmm5, 144(%%rsp)\n" \
      "movups %%xmm6, 160(%%rsp)\n movups %%xmm7, 176(%%rsp)\n" \
      "movl %0, %%edi\n movq 8(%%rbp), %%rsi\n" \
      "call gcdc_before_store_method\n" \
      "movq %%rax, %%r11\n" \
      "movups 64(%%rsp), %%xmm0\n movups 80(%%rsp), %%xmm1\n movups 96(%%rsp), %%xmm2\n" \
      "movups 112(%%rsp), %%xmm3\n movups 128(%%rsp), %%xmm4\n movups 144(%%rsp), %%xmm5\n" \
      "movups 160(%%rsp), %%xmm6\n movups 176(%%rsp), %%xmm7\n" \
      "movq (%%rsp), %%rdi\n movq 8(%%rsp), %%rsi\n movq 16(%%rsp), %%rdx\n movq 24(%%rsp), %%rcx\n" \
      "movq 32(%%rsp), %%r8\n movq 40(%%rsp), %%r9\n movq 48(%%rsp), %%rax\n" \
      "leave\n .cfi_def_cfa %%rsp, 8\n" \
      "jmpq *%%r11\n" \
      : \
      : "i"(method))
#elif defined(__aarch64__)
#define CONTINUE_WITH_ORIGINAL(method) \
  __asm__ volatile( \
      "stp x29, x30, [sp, #-16]!\n .cfi_def_cfa_offset 16\n .cfi_offset x29, -16\n .cfi_offset x30, -8\n" \
      "mov x29, sp\n .cfi_def_cfa x29, 16\n" \
      "sub sp, sp, #208\n" \
      "stp x0, x1, [sp]\n stp x2, x3, [sp, #16]\n stp x4, x5, [sp, #32]\n stp x6, x7, [sp, #48]\n" \
      "str x8, [sp, #64]\n" \
      "stp q0, q1, [sp, #80]\n stp q2, q3, [sp, #112]\n stp q4, q5, [sp, #144]\n stp q6, q7, [sp, #176]\n" \
      "mov w0, %0\n mov x1, x30\n" \
      "bl gcdc_before_store_method\n" \
      "mov x16, x0\n" \
      "ldp q0, q1, [sp, #80]\n ldp q2, q3, [sp, #112]\n ldp q4, q5, [sp, #144]\n ldp q6, q7, [sp, #176]\n" \
      "ldp x0, x1, [sp]\n ldp x2, x3, [sp, #16]\n ldp x4, x5, [sp, #32]\n ldp x6, x7, [sp, #48]\n" \
      "ldr x8, [sp, #64]\n" \
      "mov sp, x29\n ldp x29, x30, [sp], #16\n .cfi_def_cfa sp, 0\n" \
      "br x16\n" \
      : \
      : "i"(method))
#endif

#define STORE_METHOD(name, symbol, is_change) \
  __attribute__((naked)) void gcdc_store_##name(void) { CONTINUE_WITH_ORIGINAL(STORE_##name); }
GCDC_STORE_METHODS(STORE_METHOD)
#endif
