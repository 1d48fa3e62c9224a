/* Falanx-DS, the data store of Falanx: values of any size by key, in the memory of several ranks, each value twice
 * (Takefusa, Nakada, Ikegami, Tozawa, Tanaka: a highly available scheduler for Falanx, section 2.2).
 *
 * A value that data_store_set has stored survives the death of any one node, and of more where the copies have been
 * renewed in between. Clients and workers may use it, one call at a time each.
 */
#ifndef FALANX_DATASTORE_H
#define FALANX_DATASTORE_H

#include <falanx_codes.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct falanx_data_store data_store_t;

/* Stores a copy of `size` bytes under the key, in the place of what was there. FLX_ERR_DATA_LOST if no node lives. */
int data_store_set(data_store_t* ds, const char* key, size_t key_length, const char* value, size_t size);

/* Reads the value into a buffer of `size` bytes. FLX_ERR_NO_VALUE, FLX_ERR_DATA_LOST, FLX_ERR_TRUNCATED. */
int data_store_get_value(data_store_t* ds, const char* key, size_t key_length, char* value, size_t size);

/* How many bytes the value has. */
int data_store_get_size(data_store_t* ds, const char* key, size_t key_length, size_t* size);

#ifdef __cplusplus
}
#endif

#endif
