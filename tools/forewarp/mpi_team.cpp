// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "mpi_team.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/support/dynamic_library.hpp"
#include "forewarp/support/error.hpp"
#include "mpi/module.h"

namespace forewarp::tool {
namespace {

/// What Open MPI's mpirun tells each process; 1 without it.
std::size_t started_processes() {
  const char* text = std::getenv("OMPI_COMM_WORLD_SIZE");
  return text == nullptr ? 1 : std::strtoul(text, nullptr, 10);
}

DynamicLibrary open_module() {
  std::error_code failure;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
  std::vector<std::filesystem::path> places = {folder / FOREWARP_MPI_FILE, FOREWARP_MPI_INSTALLED};
  if (const char* named = std::getenv("FOREWARP_MPI_MODULE")) places.insert(places.begin(), named);
  std::string why = "not found";
  for (const auto& place : places)  // global: Open MPI's own plugins look for its symbols
    if (auto module = DynamicLibrary::open(place.string(), DynamicLibrary::Scope::global, &why)) return *module;
  throw Unavailable(
      fmt::format("mpirun started {} processes and this forewarp has no Open MPI module (built where libopenmpi-dev "
                  "is installed): {}",
                  started_processes(), why));
}

class MpiTeam final : public validate::Team {
 public:
  MpiTeam() {
    const ForewarpMpi* (*table)() = open_module().optional("forewarp_mpi");
    if (table == nullptr) throw Unavailable("the Open MPI module is of another forewarp");
    mpi_ = table();
    if (mpi_->start(&rank_, &size_) != 0) throw Unavailable("Open MPI does not start");
  }
  /// When something failed the others may wait in a sum for ever: without farewell mpirun ends them.
  ~MpiTeam() override {
    if (std::uncaught_exceptions() == 0) mpi_->stop();
  }
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;
  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return size_; }
  void sum(std::span<double> values) override {
    if (mpi_->sum(values.data(), values.size()) != 0) throw DeviceError("MPI_Allreduce failed");
  }

 private:
  const ForewarpMpi* mpi_ = nullptr;
  std::size_t rank_ = 0, size_ = 1;
};

}  // namespace

std::unique_ptr<validate::Team> mpi_team() {
  if (started_processes() <= 1) return nullptr;
  return std::make_unique<MpiTeam>();
}

}  // namespace forewarp::tool
