/* What the functions of Falanx return. The paper names FLX_SUCCESS, FLX_NO_WAIT_TASK and FLX_ERR_PROC_FAILED. */
#ifndef FALANX_CODES_H
#define FALANX_CODES_H

enum {
  FLX_SUCCESS = 0,
  FLX_NO_WAIT_TASK = 1,    /* no task of this client's waits, runs or has ended without having been returned */
  FLX_NOT_A_CLIENT = 2,    /* falanx_start: this rank has done its part in another role */
  FLX_ERR_PROC_FAILED = 3, /* the task was lost with a process: submit it again or drop it */
  FLX_ERR_ARGUMENT = 4,    /* a key too long, a function that is not registered, a task unknown */
  FLX_ERR_TRUNCATED = 5,   /* the buffer is too small: it has what fits */
  FLX_ERR_NO_VALUE = 6,    /* nothing was stored under this key */
  FLX_ERR_DATA_LOST = 7    /* all nodes of the data store that had the value have died */
};

/* The longest key, with the zero at its end. */
#define MAX_KEY_LENGTH 1025

#endif
