// Licensed under the Apache License, Version 2.0; see LICENSE.
// The switch between borrowed threads and the base of their stacks, AAPCS64.
#if defined(__linux__) && defined(__aarch64__) && !defined(GCDC_OTHER_PLATFORM)

// The frame that a parked thread leaves, from its saved stack pointer up (SwitchFrame.h says the same in C):
//   0 … 72 x19 – x28  80 x29  88 x30  96 … 152 d8 – d15  160 fpcr  168 unused
// The layout of the handles: 0 stack pointer, 8 thread pointer (CGCDThread.h).

  .text
  .globl gcdc_thread_switch
  .type gcdc_thread_switch, %function
  .p2align 6
// void gcdc_thread_switch(gcdc_thread *from [x0], gcdc_thread *to [x1])
gcdc_thread_switch:
  .cfi_startproc
  sub sp, sp, #176
  .cfi_def_cfa_offset 176
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
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
  .cfi_offset d8, -80
  .cfi_offset d9, -72
  .cfi_offset d10, -64
  .cfi_offset d11, -56
  .cfi_offset d12, -48
  .cfi_offset d13, -40
  .cfi_offset d14, -32
  .cfi_offset d15, -24
  mrs x2, fpcr
  str x2, [sp, #160]
  mov x3, sp
  str x3, [x0]
  ldp x3, x4, [x1]
  // From here on the frame is the other thread's: same layout, so the unwind table holds on both sides.
  mov sp, x3
  msr tpidr_el0, x4
  ldr x5, [sp, #160]
  // Writing the control register costs more than finding it unchanged.
  cmp x2, x5
  b.eq 1f
  msr fpcr, x5
1:
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #176
  .cfi_def_cfa_offset 0
  .cfi_restore x19
  .cfi_restore x20
  .cfi_restore x21
  .cfi_restore x22
  .cfi_restore x23
  .cfi_restore x24
  .cfi_restore x25
  .cfi_restore x26
  .cfi_restore x27
  .cfi_restore x28
  .cfi_restore x29
  .cfi_restore x30
  .cfi_restore d8
  .cfi_restore d9
  .cfi_restore d10
  .cfi_restore d11
  .cfi_restore d12
  .cfi_restore d13
  .cfi_restore d14
  .cfi_restore d15
  // The return predictor remembers the caller on the other stack: a jump through another register is
  // predicted.
  mov x16, x30
  br x16
  .cfi_endproc
  .size gcdc_thread_switch, . - gcdc_thread_switch

  .globl gcdc_thread_base
  .hidden gcdc_thread_base
  .type gcdc_thread_base, %function
  .p2align 4
// The outermost frame of every borrowed thread: x19 holds the thread. Never called, entered by the first
// switch. A return address is looked up one instruction before it, so the entry has one of ours in front of
// it.
  .cfi_startproc
  .cfi_undefined x30
  nop
gcdc_thread_base:
  mov x0, x19
  bl gcdc_thread_run
  mov x1, x0
  mov x0, x19
  bl gcdc_thread_switch
  b gcdc_thread_base
  .cfi_endproc
  .size gcdc_thread_base, . - gcdc_thread_base
#endif

#if defined(__linux__) && defined(__aarch64__)
  .section .note.GNU-stack, "", %progbits
#endif
