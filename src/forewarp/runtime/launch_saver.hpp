// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Writes each distinct launch of a program as a folder that predict, profile, advise and rank take:
///
///     DIR/03-jacobi/launch.toml     shape, arguments, addresses (frontend/launch/placement.hpp)
///                   kernel.ptx      the module, one file however many folders have it (a hard link)
///                   memory-0.bin    what the launch may read, as it was before; zeros are holes
///
/// Whether a launch is a distinct one is known after it ran, its inputs only before: it is written to a folder with
/// another name, which is renamed or removed.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "forewarp/runtime/arena.hpp"
#include "forewarp/runtime/launch_request.hpp"

namespace forewarp::runtime {

struct SaverOptions {
  std::filesystem::path folder;  ///< is there; empty: nothing is saved
  std::uint64_t max_bytes = 0;   ///< of all files of the run
};

class LaunchSaver {
 public:
  LaunchSaver(SaverOptions options, Arena& arena);
  ~LaunchSaver();
  LaunchSaver(const LaunchSaver&) = delete;
  LaunchSaver& operator=(const LaunchSaver&) = delete;

  [[nodiscard]] bool active() const { return !options_.folder.empty(); }
  /// The launch and the memory that it may reach, before it runs. What cannot be saved becomes a note.
  void write(const LaunchRequest& request, const emu::MemoryUse& use);
  /// What was written is distinct launch `id` of kernel `name`.
  void keep(std::size_t id, const std::string& name);
  void drop();
  [[nodiscard]] std::vector<std::string> take_notes();

 private:
  void write_files(const LaunchRequest& request, const emu::MemoryUse& use);
  void write_code(const Module& module);
  [[nodiscard]] std::vector<const Allocation*> reached(const LaunchRequest& request, const emu::MemoryUse& use);
  [[nodiscard]] std::string place_text(const Allocation& allocation);
  [[nodiscard]] std::string argument_text(const LaunchRequest& request, std::size_t index);
  [[nodiscard]] std::string memory_file(const Allocation& allocation);
  void charge(std::uint64_t bytes);

  SaverOptions options_;
  Arena& arena_;
  std::filesystem::path draft_;  ///< the folder with the other name
  bool drafted_ = false;         ///< it has a launch
  std::uint64_t draft_bytes_ = 0, bytes_ = 0;
  std::map<std::uint64_t, std::string> files_;            ///< of the draft, by address; empty: all zeros
  std::map<const Module*, std::filesystem::path> codes_;  ///< kernel.ptx of an earlier folder
  const Module* draft_module_ = nullptr;
  std::vector<std::string> notes_;
};

}  // namespace forewarp::runtime
