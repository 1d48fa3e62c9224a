// How a node is lost to the jobs that run on it.
#pragma once

namespace daruma::run {

enum class NodeLoss { went_off, hangs, cut_off };

} // namespace daruma::run
