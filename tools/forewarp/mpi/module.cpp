// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The only file that knows Open MPI; loaded by the tool under mpirun.
#include "module.h"

#include <mpi.h>

extern "C" int forewarp_mpi_broadcast(char* text, std::size_t size) {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return 1;
  const int sent = MPI_Bcast(text, static_cast<int>(size), MPI_BYTE, 0, MPI_COMM_WORLD);
  return MPI_Finalize() == MPI_SUCCESS && sent == MPI_SUCCESS ? 0 : 1;
}
