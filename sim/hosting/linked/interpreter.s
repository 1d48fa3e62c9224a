# Linked into each program for simulation: names what Linux starts it with, so that ./PROGRAM is an executable although
# it is linked as a shared object is. Its start is the usual one of the C compiler (Scrt1.o). Says to the simulator where
# main is, which is nobody else's to see where all symbols are hidden (-fvisibility=hidden).
# Build systems may name the library twice, and then this is linked twice: it must not matter. Nothing refers to it, which
# linkers that leave out such sections (--gc-sections) have to be told to keep it.
        .section .interp, "aGR", @progbits, daruma_interpreter, comdat
        .asciz "/lib64/ld-linux-x86-64.so.2"

        .section .data.rel.ro, "aw"
        .balign 8
        .weak daruma_main
        .type daruma_main, @object
        .size daruma_main, 8
daruma_main:
        .weak main
        .quad main
        .section .note.GNU-stack, "", @progbits
