// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <vector>

#include "forewarp/support/distribute/coordinator.hpp"
#include "forewarp/support/distribute/member.hpp"
#include "forewarp/support/dynamic_library.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/sha256.hpp"
#include "mpi/module.h"
#include "supervise.hpp"

namespace forewarp::tool {
namespace {

constexpr std::size_t secret_size = 32, broadcast_size = 4096;

/// What Open MPI's mpirun tells each process, in the environment; nothing without it.
std::optional<std::size_t> told_by_mpirun(const char* name) {
  const char* text = std::getenv(name);
  std::size_t value = 0;
  if (text == nullptr || std::from_chars(text, text + std::strlen(text), value).ec != std::errc{}) return std::nullopt;
  return value;
}

/// For how long a process may be silent before it counts as lost.
double silence_s() {
  const char* text = std::getenv("FOREWARP_JOB_SILENCE");
  if (text == nullptr) return 30;
  double value = 0;
  const char* end = text + std::strlen(text);
  if (std::from_chars(text, end, value).ptr != end || !(value >= 1) || !(value <= 86400))
    throw InputError(fmt::format("FOREWARP_JOB_SILENCE: '{}' is no number of seconds from 1 to 86400", text));
  return value;
}

DynamicLibrary open_module(std::size_t size) {
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
                  size, why));
}

/// The words of this process's command line.
std::string command_line() {
  std::string words = read_file("/proc/self/cmdline");
  const std::size_t first = words.find('\0');
  return first == std::string::npos ? words : words.substr(first);  // without the program's own path
}

/// The C library has several versions of these functions and chooses by the processor. Their last bits may differ.
std::string arithmetic() {
  std::string bits;
  for (int i = 1; i <= 200; ++i) {
    const double x = 0.37 * i;
    for (const double y :
         {std::exp(x / 10), std::log(x), std::pow(x, 1.7), std::sin(x), std::cos(x), std::tanh(x / 40)})
      bits.append(reinterpret_cast<const char*>(&y), sizeof y);
  }
  return digest(bits);
}

distribute::Identity common_traits() {
  return {{"the build of forewarp", digest(read_file("/proc/self/exe"))},
          {"the command line", digest(command_line())},
          {"the arithmetic of its processor and C library", arithmetic()}};
}

}  // namespace

/// The job as this process knows it.
struct Job::Meeting {
  std::size_t rank = 0, size = 1;
  double silence = silence_s();
  std::string secret;
  distribute::Place place;
  std::unique_ptr<Lifeline> lifeline;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  distribute::Coordinator* coordinator = nullptr;  ///< of the first process: the team
};

Job::Job() {
  const auto size = told_by_mpirun("OMPI_COMM_WORLD_SIZE"), rank = told_by_mpirun("OMPI_COMM_WORLD_RANK");
  if (!size || !rank || *size <= 1) return;
  meeting_ = std::make_unique<Meeting>();
  Meeting& here = *meeting_;
  here.size = *size;
  here.rank = *rank;
  int (*broadcast)(char*, std::size_t) = open_module(here.size).optional("forewarp_mpi_broadcast");
  if (broadcast == nullptr) throw Unavailable("the Open MPI module is of another forewarp");
  here.lifeline = std::make_unique<Lifeline>(split_off(here.rank, here.silence));
  std::array<char, broadcast_size> text{};
  if (here.rank == 0) {
    const bool near = told_by_mpirun("OMPI_COMM_WORLD_LOCAL_SIZE") == size;
    here.secret = secret_bytes(secret_size);
    auto coordinator = std::make_unique<distribute::Coordinator>(distribute::CoordinatorOptions{
        .secret = here.secret,
        .reach = near ? distribute::Reach::this_machine : distribute::Reach::all_machines,
        .silence_s = here.silence,
        .works = true,
        .note = [](const std::string& line) { fmt::print(stderr, "forewarp: {}\n", line); }});
    const std::string where = here.secret + distribute::place_text(coordinator->place());
    where.copy(text.data(), text.size() - 1);
    here.coordinator = coordinator.get();
    team_ = std::move(coordinator);
  }
  if (broadcast(text.data(), text.size()) != 0) throw Unavailable("Open MPI does not start");
  if (here.rank == 0) return;
  here.secret.assign(text.data(), secret_size);
  here.place = distribute::place_from(std::string(text.data() + secret_size));
}

Job::~Job() {
  if (!meeting_ || meeting_->coordinator == nullptr || std::uncaught_exceptions() > 0) return;
  const distribute::Attendance there = meeting_->coordinator->attendance();
  const std::size_t missing = meeting_->size - 1 - std::min(meeting_->size - 1, there.joined + there.refused);
  const bool long_enough = std::chrono::steady_clock::now() - meeting_->begin > std::chrono::seconds(10);
  if (missing > 0 && long_enough)
    fmt::print(stderr, "forewarp: {} of the job's {} processes never came to work with this one\n", missing,
               meeting_->size);
  if (there.repeated > 0)
    fmt::print(stderr, "forewarp: {} {} done again\n", there.repeated, there.repeated == 1 ? "item was" : "items were");
  if (there.strangers > 0)
    fmt::print(stderr, "forewarp: {} connections that were not of this job were closed\n", there.strangers);
}

distribute::Team* Job::join(const std::function<void()>& read, const std::function<distribute::Identity()>& traits) {
  if (!meeting_) {
    read();
    return nullptr;
  }
  const auto all_traits = [&] {
    read();
    distribute::Identity identity = common_traits();
    for (distribute::Trait& trait : traits()) identity.push_back(std::move(trait));
    return identity;
  };
  Meeting& here = *meeting_;
  if (here.coordinator != nullptr) {
    here.coordinator->expect(all_traits());
    return team_.get();
  }
  const distribute::MemberOptions options{
      .place = here.place, .secret = here.secret, .rank = here.rank, .silence_s = here.silence, .heard = [&here] {
        here.lifeline->beat();
      }};
  distribute::Identity identity;
  try {
    identity = all_traits();
  } catch (const std::exception& error) {
    distribute::Member::excuse(options, error.what());
  }
  team_ = std::make_unique<distribute::Member>(options, identity);
  return team_.get();
}

}  // namespace forewarp::tool
