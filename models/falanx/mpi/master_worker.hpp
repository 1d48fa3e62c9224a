// A bag of tasks under one master, as Condor's framework MW has it (Goux, Kulkarni, Linderoth, Yoder, An Enabling
// Framework for Master-Worker Applications on the Computational Grid, HPDC 2000): the rival of Falanx's schedulers.
//
// Rank 0 is the master, all others are workers. A worker says that it is there, gets a task with its input, sends the
// output, and gets the next. The master keeps the lists (logic/work_list.hpp); it waits for each worker that is at
// something by a receive of its own, which ULFM ends when the worker has died, and puts the task back. Nothing is
// collective, so that no death but the master's concerns anybody else.
//
// "recovery" says what else happens: with "shrink" the bag goes on with fewer workers; with "spawn" the master starts
// others in the place of lost ones, while tasks wait for them, and waits for the launcher meanwhile; with "rerun" a job
// that has lost its master, or all its workers, is started again, and its master goes on from the list of tasks done
// that the last one wrote, if the job has a "checkpoint": every so many tasks, after those that wait were handed out.
#pragma once

#include "models/port/program.hpp"

namespace daruma::models::falanx {

/// "master-worker": `tasks` tasks that sleep, as those of falanx-sleep; their outputs are held against what they should
/// be.
void master_worker();

Program master_worker_program();

} // namespace daruma::models::falanx
