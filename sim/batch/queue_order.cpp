#include "sim/batch/queue_order.hpp"

namespace daruma::batch {

const Registry<QueueOrder>& queue_orders() {
  static const Registry<QueueOrder> all{
#define DARUMA_ENTRY(name) &order::name,
#include "sim/batch/queue_orders.def"
#undef DARUMA_ENTRY
  };
  return all;
}

} // namespace daruma::batch
