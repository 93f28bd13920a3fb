// Licensed under the Apache License, Version 2.0; see LICENSE.
// The switch between borrowed threads and the base of their stacks, System V x86-64.
#if defined(__linux__) && defined(__x86_64__) && !defined(GCDC_OTHER_PLATFORM)

// The frame that a parked thread leaves, from its saved stack pointer up (SwitchFrame.h says the same in C):
//   0 mxcsr  4 x87 control word  8 r15  16 r14  24 r13  32 r12  40 rbx  48 rbp  56 return address
// The layout of the handles: 0 stack pointer, 8 thread pointer (CGCDThread.h).

  .text
  .globl gcdc_thread_switch
  .type gcdc_thread_switch, @function
  .p2align 6
// void gcdc_thread_switch(gcdc_thread *from [rdi], gcdc_thread *to [rsi])
gcdc_thread_switch:
  .cfi_startproc
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbx, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r12, 0
  pushq %r13
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r13, 0
  pushq %r14
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r14, 0
  pushq %r15
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r15, 0
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movl (%rsp), %r8d
  movzwl 4(%rsp), %r9d
  movq 8(%rsi), %rdx
  movq %rsp, (%rdi)
  movq (%rsi), %rsp
  // From here on the frame is the other thread's: same layout, so the unwind table holds on both sides.
  cmpb $0, gcdc_switch_by_system_call(%rip)
  jne 2f
  wrfsbase %rdx
1:
  // Loading a control register costs more than finding it unchanged.
  cmpl (%rsp), %r8d
  je 3f
  ldmxcsr (%rsp)
3:
  cmpw 4(%rsp), %r9w
  je 4f
  fldcw 4(%rsp)
4:
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  popq %r15
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r15
  popq %r14
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r14
  popq %r13
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r13
  popq %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r12
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  popq %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbp
  // The return predictor remembers the caller on the other stack: a jump is predicted, a return never would
  // be.
  popq %rcx
  .cfi_adjust_cfa_offset -8
  .cfi_register %rip, %rcx
  jmp *%rcx
2:
  // arch_prctl(ARCH_SET_FS, thread pointer); the kernel clobbers rcx and r11.
  .cfi_def_cfa %rsp, 64
  .cfi_offset %rip, -8
  .cfi_offset %rbp, -16
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  movl $158, %eax
  movl $0x1002, %edi
  movq %rdx, %rsi
  syscall
  jmp 1b
  .cfi_endproc
  .size gcdc_thread_switch, . - gcdc_thread_switch

  .globl gcdc_thread_base
  .hidden gcdc_thread_base
  .type gcdc_thread_base, @function
  .p2align 4
// The outermost frame of every borrowed thread: r12 holds the thread. Never called, entered by the first
// switch. A return address is looked up one byte before it, so the entry has an instruction of ours in front
// of it.
  .cfi_startproc
  .cfi_undefined %rip
  nop
gcdc_thread_base:
  movq %r12, %rdi
  callq gcdc_thread_run
  movq %r12, %rdi
  movq %rax, %rsi
  callq gcdc_thread_switch
  jmp gcdc_thread_base
  .cfi_endproc
  .size gcdc_thread_base, . - gcdc_thread_base

  .globl gcdc_signal_return
  .hidden gcdc_signal_return
  .type gcdc_signal_return, @function
  .p2align 4
// What the kernel returns to from a handler that was installed by a raw rt_sigaction.
gcdc_signal_return:
  movl $15, %eax
  syscall
  .size gcdc_signal_return, . - gcdc_signal_return
#endif

#if defined(__linux__) && defined(__x86_64__)
  .section .note.GNU-stack, "", @progbits
#endif
