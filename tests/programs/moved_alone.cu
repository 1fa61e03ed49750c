// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What the host can move and not copy, in functions that are constexpr, so of both sides to clang: owners of memory in
// pairs, tuples and maps.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check.h"

__global__ void count_up(int* number) { ++*number; }

struct Buffer {
  int* at = nullptr;
  explicit Buffer(int n) { CALL(cudaMallocManaged(&at, n * sizeof(int))); }
  Buffer(Buffer&& o) noexcept : at(std::exchange(o.at, nullptr)) {}
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(at); }
};

int main() {
  std::unordered_map<int, std::unique_ptr<Buffer>> owned;
  owned.emplace(1, std::make_unique<Buffer>(1));
  std::map<std::string, Buffer> named;
  named.emplace("a", Buffer(1));
  auto pair = std::make_pair(1, Buffer(1));
  std::tuple<Buffer, int> tuple(Buffer(1), 1);
  std::optional<Buffer> maybe(Buffer(1));
  std::vector<Buffer> several;
  several.push_back(Buffer(1));
  for (int* at : {owned[1]->at, named.at("a").at, pair.second.at, std::get<0>(tuple).at, maybe->at, several[0].at}) {
    *at = 1;
    count_up<<<1, 1>>>(at);
    CALL(cudaDeviceSynchronize());
    CHECK(*at == 2);
  }
  std::vector<std::pair<int, std::thread>> threads;
  threads.emplace_back(1, std::thread([] {}));
  threads[0].second.join();
  std::puts("PASS");
}
