// Licensed under the Apache License, Version 2.0; see LICENSE.
// A parked thread on the stack that it has lent, for debuggers, AAPCS64.
#if defined(__linux__) && defined(__aarch64__) && !defined(GCDC_OTHER_PLATFORM)

  .text
  .globl gcdcheck_parked_thread
  .hidden gcdcheck_parked_thread
  .type gcdcheck_parked_thread, %function
  .p2align 4
// void gcdcheck_parked_thread(const void *frame [x0], uint32_t *word [x1], uint32_t standing [w2])
// Waits with the stack pointer at `frame`, which a switch has left (its layout: Switch-aarch64.S), until
// *word is no longer `standing`. Nothing is written to that stack: its owner will continue with it.
gcdcheck_parked_thread:
  .cfi_startproc
  stp x29, x30, [sp, #-48]!
  .cfi_def_cfa_offset 48
  .cfi_offset x29, -48
  .cfi_offset x30, -40
  stp x19, x20, [sp, #16]
  .cfi_offset x19, -32
  .cfi_offset x20, -24
  str x21, [sp, #32]
  .cfi_offset x21, -16
  mov x19, sp
  mov x20, x1
  mov w21, w2
  .cfi_remember_state
  mov sp, x0
  // What called the switch is shown as the caller of this.
  .cfi_def_cfa sp, 176
  .cfi_offset x19, -176
  .cfi_offset x20, -168
  .cfi_offset x21, -160
  .cfi_offset x22, -152
  .cfi_offset x23, -144
  .cfi_offset x24, -136
  .cfi_offset x25, -128
  .cfi_offset x26, -120
  .cfi_offset x27, -112
  .cfi_offset x28, -104
  .cfi_offset x29, -96
  .cfi_offset x30, -88
  str w21, [x20]
1:
  // futex(word, FUTEX_WAIT_PRIVATE, standing, no timeout)
  mov x0, x20
  mov x1, #128
  mov w2, w21
  mov x3, #0
  mov x8, #98
  svc #0
  ldr w4, [x20]
  cmp w4, w21
  b.eq 1b
  mov sp, x19
  .cfi_restore_state
  ldr x21, [sp, #32]
  ldp x19, x20, [sp, #16]
  ldp x29, x30, [sp], #48
  .cfi_def_cfa_offset 0
  .cfi_restore x19
  .cfi_restore x20
  .cfi_restore x21
  .cfi_restore x29
  .cfi_restore x30
  ret
  .cfi_endproc
  .size gcdcheck_parked_thread, . - gcdcheck_parked_thread
#endif

#if defined(__linux__) && defined(__aarch64__)
  .section .note.GNU-stack, "", %progbits
#endif
