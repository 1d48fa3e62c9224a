! Calls that the module mpi knows by their names alone: their arguments are not those of C's (calls_by_hand.c).
external MPI_Init, MPI_Init_thread, MPI_Pcontrol, MPI_F_sync_reg, MPI_Info_create_env
external MPI_Comm_spawn, MPI_Comm_spawn_multiple, MPI_Grequest_start, MPI_Op_create, MPI_Register_datarep
external MPI_Comm_create_keyval, MPI_Comm_get_attr, MPI_Comm_set_attr
external MPI_Type_create_keyval, MPI_Type_get_attr, MPI_Type_set_attr
external MPI_Win_create_keyval, MPI_Win_get_attr, MPI_Win_set_attr
external MPI_Keyval_create, MPI_Attr_get, MPI_Attr_put
external MPI_Comm_create_errhandler, MPI_File_create_errhandler, MPI_Session_create_errhandler
external MPI_Win_create_errhandler, MPI_Errhandler_create
