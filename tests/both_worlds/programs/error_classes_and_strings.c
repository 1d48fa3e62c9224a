/* The three classes of ULFM are classes of their own, which map to themselves, with texts that differ.

   ranks 1
   0: classes differ 1
   0: texts differ 1
   0: own classes 1 */
#include "outcomes.h"

#include <string.h>

int main(int argc, char** argv) {
  const int codes[3] = {MPIX_ERR_PROC_FAILED, MPIX_ERR_PROC_FAILED_PENDING, MPIX_ERR_REVOKED};
  char texts[3][MPI_MAX_ERROR_STRING];
  int classes[3];
  int length = 0;
  begin(&argc, &argv);
  for (int i = 0; i < 3; ++i) {
    MPI_Error_class(codes[i], &classes[i]);
    MPI_Error_string(codes[i], texts[i], &length);
  }
  count("classes differ", classes[0] != classes[1] && classes[1] != classes[2] && classes[0] != classes[2]);
  count("texts differ", strcmp(texts[0], texts[1]) != 0 && strcmp(texts[1], texts[2]) != 0 && length > 0);
  count("own classes", classes[0] == codes[0] && classes[1] == codes[1] && classes[2] == codes[2]);
  MPI_Finalize();
  return 0;
}
