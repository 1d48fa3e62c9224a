/* SMPI's own functions, as SimGrid's header declares them, for programs that were written for SMPI; the linker takes
   them out of an archive for these alone.

   SMPI spares this computer work: of a loop it runs some iterations only, has processes share memory whose values do
   not matter, and calls a function once for all. Here each process runs all iterations, has memory of its own and calls
   the function itself, so that what comes out is right; it takes simulated time where the job has a host_time_scale. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

/* Who names only the libraries to the linker has no calls wrapped. */
int __wrap_nanosleep(const struct timespec* duration, struct timespec* rest);
void daruma_compute(double flops);

void smpi_execute_flops(double flops) { daruma_compute(flops); }
void smpi_execute_flops_benched(double flops) { daruma_compute(flops); }

/* Seconds of a core of the machine's, however fast it is. */
void smpi_execute(double duration) {
  const time_t seconds = duration > 0 ? (time_t)duration : 0;
  const long nanoseconds = duration > 0 ? (long)((duration - (double)seconds) * 1e9) : 0;
  __wrap_nanosleep(&(struct timespec){seconds, nanoseconds}, NULL);
}
void smpi_execute_benched(double duration) { smpi_execute(duration); }

void smpi_execute_(const double* duration) { smpi_execute(*duration); }
void smpi_execute_benched_(const double* duration) { smpi_execute(*duration); }
void smpi_execute_flops_(const double* flops) { daruma_compute(*flops); }
void smpi_execute_flops_benched_(const double* flops) { daruma_compute(*flops); }

/* SMPI_SAMPLE_LOCAL and SMPI_SAMPLE_GLOBAL: whether there is another iteration. */
int smpi_sample_cond(int global, const char* file, const char* tag, int iters, double threshold, int iter_count) {
  return (void)global, (void)file, (void)tag, (void)iters, (void)threshold, (void)iter_count, 1;
}
void smpi_sample_iter(int global, const char* file, const char* tag) { (void)global, (void)file, (void)tag; }
int smpi_sample_exit(int global, const char* file, const char* tag, int iter_count) {
  return (void)global, (void)file, (void)tag, (void)iter_count, 0;
}

/* SMPI_SHARED_MALLOC, SMPI_PARTIAL_SHARED_MALLOC, SMPI_SHARED_FREE */
void* smpi_shared_malloc(size_t size, const char* file, int line) { return (void)file, (void)line, malloc(size); }
void* smpi_shared_malloc_partial(size_t size, const size_t* shared_block_offsets, int nb_shared_blocks) {
  return (void)shared_block_offsets, (void)nb_shared_blocks, malloc(size);
}
void smpi_shared_free(void* data) { free(data); }

/* SMPI_SHARED_CALL: nobody's results are known to another, so that each process sets its own, and has it by that. */
int smpi_shared_known_call(const char* func, const char* input) { return (void)func, (void)input, 0; }
void* smpi_shared_get_call(const char* func, const char* input) { return (void)func, (void)input, NULL; }
void* smpi_shared_set_call(const char* func, const char* input, void* data) { return (void)func, (void)input, data; }

static void* user_data;
void* smpi_process_get_user_data(void) { return user_data; }
void smpi_process_set_user_data(void* data) { user_data = data; }

int smpi_global_size(void) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}
