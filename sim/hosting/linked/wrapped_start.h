/* What a program for simulation tells darumarun whose wrapper, such as a script, has started it as an ordinary one
   (sim/cli/wrappers.hpp). Through the socket that the variable names, an abstract one of Linux's, go this struct, the
   program's file, the folder that it is in, its words and its environment, each text with its end; it then waits for
   the byte that is its exit status. */
#ifndef DARUMA_WRAPPED_START_H
#define DARUMA_WRAPPED_START_H

/* "NAME OF THE SOCKET:NUMBER OF THE PROCESS" */
#define DARUMA_WRAPPED "DARUMA_WRAPPED"

struct daruma_wrapped_start {
  int process;
  int words;
  unsigned mask; /* of new files, as umask has it */
  struct {
    unsigned long long device, file;
  } streams[3]; /* standard input, output and error; 0 where closed */
};

#endif
