// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Block radix sorts with few and with many items per thread, of keys with 16 to 64 bits, by some of their bits, and
// downwards; equal keys keep their order.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>

#include "check.h"

constexpr int threads = 128;

template <class Key, int Items>
__global__ void sort(Key* keys, int* places, int begin, int end, bool descending, bool striped) {
  using Sort = cub::BlockRadixSort<Key, threads, Items, int>;
  __shared__ typename Sort::TempStorage storage;
  Key key[Items];
  int place[Items];
  for (int i = 0; i < Items; ++i) {
    place[i] = threadIdx.x * Items + i;
    key[i] = keys[place[i]];
  }
  __syncthreads();
  if (descending)
    Sort(storage).SortDescending(key, place, begin, end);
  else if (striped)
    Sort(storage).SortBlockedToStriped(key, place, begin, end);
  else
    Sort(storage).Sort(key, place, begin, end);
  for (int i = 0; i < Items; ++i) {
    const int to = striped ? i * threads + threadIdx.x : threadIdx.x * Items + i;
    keys[to] = key[i];
    places[to] = place[i];
  }
}

/// Keys of few values, so that many are equal.
template <class Key, int Items>
void compare(int begin, int end, bool descending, bool striped) {
  constexpr int count = threads * Items;
  std::vector<Key> keys(count), sorted(count);
  for (Key& key : keys) key = static_cast<Key>(std::rand() % 200) * static_cast<Key>(321);
  std::vector<int> order(count), places(count);
  for (int i = 0; i < count; ++i) order[i] = i;
  const auto digits = [&](int i) {
    const unsigned long long bits = static_cast<unsigned long long>(keys[i]) >> begin;
    return end - begin == 64 ? bits : bits & ((1ull << (end - begin)) - 1);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return descending ? digits(a) > digits(b) : digits(a) < digits(b); });
  Key* device_keys;
  int* device_places;
  CALL(cudaMalloc(&device_keys, count * sizeof(Key)));
  CALL(cudaMalloc(&device_places, count * sizeof(int)));
  CALL(cudaMemcpy(device_keys, keys.data(), count * sizeof(Key), cudaMemcpyHostToDevice));
  sort<Key, Items><<<1, threads>>>(device_keys, device_places, begin, end, descending, striped);
  CALL(cudaMemcpy(sorted.data(), device_keys, count * sizeof(Key), cudaMemcpyDeviceToHost));
  CALL(cudaMemcpy(places.data(), device_places, count * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(places == order);
  for (int i = 0; i < count; ++i) CHECK(sorted[i] == keys[order[i]]);
  CALL(cudaFree(device_keys));
  CALL(cudaFree(device_places));
}

int main() {
  compare<unsigned, 1>(0, 32, false, false);
  compare<unsigned, 7>(0, 32, true, false);
  compare<unsigned, 16>(0, 32, false, true);
  compare<unsigned, 4>(3, 9, false, true);
  compare<unsigned, 4>(5, 6, true, false);
  compare<unsigned short, 3>(0, 16, false, false);
  compare<unsigned long long, 5>(0, 64, false, true);
  std::puts("PASS");
}
