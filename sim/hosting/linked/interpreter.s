# Linked into each program for simulation: names what Linux starts it with, so that ./PROGRAM is an executable although
# it is linked as a shared object is. Its start is the usual one of the C compiler (Scrt1.o). Says to the simulator where
# main is, which is nobody else's to see where all symbols are hidden (-fvisibility=hidden).
        .section .interp, "a"
        .asciz "/lib64/ld-linux-x86-64.so.2"

        .section .data.rel.ro, "aw"
        .balign 8
        .globl daruma_main
        .type daruma_main, @object
        .size daruma_main, 8
daruma_main:
        .weak main
        .quad main
        .section .note.GNU-stack, "", @progbits
