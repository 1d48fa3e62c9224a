/* What a program can tell the simulator beyond MPI. DARUMA is defined where this header exists. */
#ifndef DARUMA_H
#define DARUMA_H

#ifdef __cplusplus
extern "C" {
#endif

/* This much floating-point work is done now, at the speed that the scenario gives a core. */
void daruma_compute(double flops);

#ifdef __cplusplus
}
#endif

#endif
