// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A source may need a newer GPU than the oldest one in a list: asynchronous copies under #if __CUDA_ARCH__ >= 800, say.
// Whether it compiles is taken to be monotone in the capability, so the lowest that works is found by bisection:
//
//     capabilities 3.5 7.0 7.5 8.0 9.0: 3.5 fails, 9.0 works, 7.5 fails, 8.0 works -> 8.0, refused = what 7.5 said
//
// The usual case, in which the lowest works, costs one compilation; a source that is wrong costs two.
#include "forewarp/frontend/kernel/lowest_target.hpp"

#include <algorithm>
#include <exception>
#include <optional>

#include "forewarp/support/error.hpp"

namespace forewarp::kernel {
namespace {

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

std::vector<unsigned> ascending(std::span<const unsigned> capabilities) {
  std::vector<unsigned> all;
  for (const unsigned capability : capabilities)
    if (capability != 0) all.push_back(capability);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.empty()) all.push_back(0);
  return all;
}

/// Loads for one capability after the other and remembers what went wrong last.
class Attempts {
 public:
  Attempts(const Request& request, std::vector<unsigned> capabilities, Progress* progress)
      : request_(request),
        capabilities_(std::move(capabilities)),
        compiler_(std::make_shared<source::CacheStore>(), progress) {}

  [[nodiscard]] std::optional<Kernel> at(std::size_t i) {
    request_.device_capability = capabilities_[i];
    try {
      return load(request_, compiler_);
    } catch (const InputError& error) {
      failure_ = std::current_exception();
      said_ = first_line(error.what());
      return std::nullopt;
    }
  }
  [[nodiscard]] std::exception_ptr failure() const { return failure_; }
  [[nodiscard]] const std::string& said() const { return said_; }

 private:
  Request request_;
  std::vector<unsigned> capabilities_;
  source::Compiler compiler_;
  std::exception_ptr failure_;
  std::string said_;
};

}  // namespace

ForSeveral load_for(const Request& request, std::span<const unsigned> capabilities, Progress* progress) {
  const std::vector<unsigned> all = ascending(capabilities);
  Attempts attempts(request, all, progress);
  if (std::optional<Kernel> kernel = attempts.at(0)) return {*std::move(kernel), all.front(), ""};
  const std::exception_ptr of_lowest = attempts.failure();
  std::string refused = attempts.said();
  std::size_t fails = 0, works = all.size() - 1;
  std::optional<Kernel> kernel = works > 0 ? attempts.at(works) : std::nullopt;
  if (!kernel) std::rethrow_exception(of_lowest);
  while (works - fails > 1) {
    const std::size_t middle = (works + fails) / 2;
    if (std::optional<Kernel> there = attempts.at(middle)) {
      kernel = std::move(there);
      works = middle;
    } else {
      fails = middle;
      refused = attempts.said();
    }
  }
  return {*std::move(kernel), all[works], std::move(refused)};
}

}  // namespace forewarp::kernel
