// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/detail/resident_kernels.hpp"

#include <algorithm>

#include "forewarp/support/file.hpp"

namespace forewarp::run {
namespace {

// A campaign visits every job once per pass, so a job returns only after all others. What is kept
// between visits saves compiling (seconds with NVRTC) and copying buffers. Both caches evict the
// least recently used entry; the lists are short, so a linear search is enough.
constexpr std::size_t max_programs = 64, max_residents = 256;

std::uint64_t bytes_of(const Job& job) {
  std::uint64_t bytes = 0;
  for (const Argument& argument : job.arguments)
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument.value)) bytes += buffer->bytes();
  return bytes;
}

std::string key_of(const Code& code) {
  std::string text(1, static_cast<char>('0' + static_cast<int>(code.language)));
  // A zero byte after each part: the options "-a" "b" and "-ab" must not have one key.
  for (const std::string& option : code.options) text += option + '\0';
  for (const std::string& name : code.instantiate) text += name + '\0';
  return digest(text + code.text);
}

}  // namespace

/// LRU cache of compiled programs; the key is a digest of language, options and source.
std::shared_ptr<Program> ResidentKernels::program_of(const Code& code) {
  const std::string key = key_of(code);
  const auto known = std::find_if(programs_.begin(), programs_.end(), [&](const auto& p) { return p.first == key; });
  if (known != programs_.end()) {
    programs_.splice(programs_.begin(), programs_, known);
  } else {
    programs_.emplace_front(key, device_.compile(code));
    if (programs_.size() > max_programs) programs_.pop_back();
  }
  return programs_.front().second;
}

/// Evicts the least recently used kernels until `bytes` more fit; a single kernel may exceed the limit.
void ResidentKernels::make_room(std::uint64_t bytes) {
  std::uint64_t held = bytes;
  for (const Resident& resident : residents_) held += resident.bytes;
  while (!residents_.empty() && (held > max_bytes_ || residents_.size() >= max_residents)) {
    held -= residents_.back().bytes;
    residents_.pop_back();
  }
}

/// The front of the list is the most recently used.
ResidentKernels::Found ResidentKernels::get(const Job& job) {
  const auto known =
      std::find_if(residents_.begin(), residents_.end(), [&](const Resident& r) { return r.job == job.id; });
  if (known != residents_.end()) {
    residents_.splice(residents_.begin(), residents_, known);
    return {known->kernel.get(), false};
  }
  make_room(bytes_of(job));
  std::unique_ptr<Kernel> kernel = program_of(job.code)->kernel(job.entry);
  kernel->set_arguments(job.arguments);
  residents_.push_front({job.id, std::move(kernel), bytes_of(job)});
  return {residents_.front().kernel.get(), true};
}

void ResidentKernels::drop(const Job& job) {
  residents_.remove_if([&](const Resident& r) { return r.job == job.id; });
}

}  // namespace forewarp::run
