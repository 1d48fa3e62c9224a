/* The paper's Figure 8: what a program does with a call that failed. */
#include <fault_detection.h>

#include <stdio.h>

/* For declarations that the compiler asks for. */
int listed_faults(DetManager* manager, int error, int peer, char* text, size_t size);

/* One fault a line. */
int listed_faults(DetManager* manager, int error, int peer, char* text, size_t size) {
  DetReq* request;
  size_t used = 0;
  int i;

  text[0] = '\0';
  if (!detNeeded(error)) return -1;
  request = detReqCreate(manager, error, peer);
  if (request == NULL) return -1;
  if (detQuery(request) != 0) {
    detReqDelete(request);
    return -1;
  }
  for (i = 0; i < request->fault_count && used < size; ++i) {
    const DetFault* fault = &request->faults[i];
    if (fault->verdict == DET_CONFIRMED)
      used += (size_t)snprintf(text + used, size - used, "%s is broken (%s)\n", fault->id, fault->shown_by);
    else if (fault->verdict == DET_EFFECT)
      used += (size_t)snprintf(text + used, size - used, "%s is broken (%s) by %s\n", fault->id, fault->shown_by,
                               fault->because);
    else
      used += (size_t)snprintf(text + used, size - used, "%s is unknown: %s\n", fault->id, fault->because);
  }
  detReqDelete(request);
  return 0;
}
