// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The only file that knows Open MPI; loaded by the tool under mpirun.
#include <mpi.h>

#include <algorithm>

#include "module.h"

namespace {

int start(std::size_t* rank, std::size_t* size) {
  int provided = 0, mine = 0, all = 1;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return 1;
  if (MPI_Comm_rank(MPI_COMM_WORLD, &mine) != MPI_SUCCESS || MPI_Comm_size(MPI_COMM_WORLD, &all) != MPI_SUCCESS)
    return 1;
  *rank = static_cast<std::size_t>(mine);
  *size = static_cast<std::size_t>(all);
  return 0;
}

int sum(double* values, std::size_t count) {
  constexpr std::size_t most = std::size_t{1} << 24;  // a call counts in int
  for (std::size_t at = 0; at < count; at += most) {
    const int part = static_cast<int>(std::min(most, count - at));
    if (MPI_Allreduce(MPI_IN_PLACE, values + at, part, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD) != MPI_SUCCESS) return 1;
  }
  return 0;
}

int stop() { return MPI_Finalize() == MPI_SUCCESS ? 0 : 1; }

constexpr ForewarpMpi all = {start, sum, stop};

}  // namespace

extern "C" const ForewarpMpi* forewarp_mpi() { return &all; }
