// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// CUB's loads of warps and threads, neighbours of a block, sorts by comparisons and of segments, algorithms by keys,
// against loops on the host.
#include <cuda_fp16.h>
#include <cub/cub.cuh>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <numeric>
#include <vector>

#include "check.h"

constexpr int threads = 96, items = 3, all = threads * items;

struct Minus {
  __host__ __device__ int operator()(int& a, int& b) const { return a - b; }
};
struct Unlike {
  __host__ __device__ bool operator()(int a, int b) const { return a != b; }
};
/// By the last digit alone, so that being stable shows.
struct ByDigit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};
struct Largest {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

struct Results {
  int left[all], right[all], after[all], heads[all], tails[all], up[all], rotated[threads], sorted[all], order[all];
  int of_warp[all], partial[all];
};

__global__ void primitives(const int* in, Results* r) {
  const int t = static_cast<int>(threadIdx.x);
  int own[items], out[items], order[items];
  for (int i = 0; i < items; ++i) own[i] = in[t * items + i];
  typedef cub::BlockAdjacentDifference<int, threads> Differences;
  __shared__ Differences::TempStorage differences;
  Differences(differences).SubtractLeft(own, out, Minus());
  for (int i = 0; i < items; ++i) r->left[t * items + i] = out[i];
  __syncthreads();
  Differences(differences).SubtractRight(own, out, Minus());
  for (int i = 0; i < items; ++i) r->right[t * items + i] = out[i];
  __syncthreads();
  Differences(differences).SubtractLeft(own, out, Minus(), 1000);
  for (int i = 0; i < items; ++i) r->after[t * items + i] = out[i];
  __syncthreads();
  Differences(differences).SubtractRightPartialTile(own, out, Minus(), 100);
  for (int i = 0; i < items; ++i) r->partial[t * items + i] = out[i];
  typedef cub::BlockDiscontinuity<int, threads> Runs;
  __shared__ Runs::TempStorage runs;
  int tails[items];
  Runs(runs).FlagHeadsAndTails(out, tails, own, Unlike());
  for (int i = 0; i < items; ++i) {
    r->heads[t * items + i] = out[i];
    r->tails[t * items + i] = tails[i];
    out[i] = -1;
  }
  typedef cub::BlockShuffle<int, threads> Shuffle;
  __shared__ Shuffle::TempStorage shuffle;
  Shuffle(shuffle).Up(own, out);
  for (int i = 0; i < items; ++i) r->up[t * items + i] = out[i];
  __syncthreads();
  Shuffle(shuffle).Rotate(t, r->rotated[t], 5);
  typedef cub::BlockMergeSort<int, threads, items, int> Sort;
  __shared__ Sort::TempStorage sort;
  for (int i = 0; i < items; ++i) order[i] = t * items + i;
  Sort(sort).StableSort(own, order, ByDigit());
  for (int i = 0; i < items; ++i) {
    r->sorted[t * items + i] = own[i];
    r->order[t * items + i] = order[i];
    own[i] = in[t * items + i];
  }
  typedef cub::WarpMergeSort<int, items> WarpSort;
  __shared__ WarpSort::TempStorage warps[threads / 32];
  WarpSort(warps[t / 32]).Sort(own, ByDigit());
  for (int i = 0; i < items; ++i) r->of_warp[t * items + i] = own[i];
}

/// A warp reverses its part and keeps the items before `valid`; words are loaded as they are, and their bits taken.
__global__ void of_warps(const int* in, int* out, unsigned* words, int valid) {
  typedef cub::WarpLoad<int, items, cub::WARP_LOAD_TRANSPOSE> Load;
  typedef cub::WarpStore<int, items, cub::WARP_STORE_STRIPED> Store;
  __shared__ Load::TempStorage loads[threads / 32];
  __shared__ Store::TempStorage stores[threads / 32];
  const int t = static_cast<int>(threadIdx.x), warp = t / 32, first = warp * 32 * items;
  int own[items];
  const cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> from(in);
  Load(loads[warp]).Load(from + first, own, valid, -1);
  Store(stores[warp]).Store(out + first, own);
  const int loaded = cub::ThreadLoad<cub::LOAD_CG>(in + t);
  unsigned word = cub::BFE(static_cast<unsigned>(loaded), 1, 3) + cub::Log2<items>::VALUE * 100;
  word += cub::ShuffleDown<32>(t % 32, 2, 31, ~0u) * 1000u + cub::ShuffleIndex<32>(t % 32, 7, ~0u) * 100000u;
  cub::BFI(word, word, cub::LaneMaskLt() == (1u << t % 32) - 1 && cub::PowerOfTwo<threads>::VALUE == 0, 31, 1);
  cub::ThreadStore<cub::STORE_CS>(words + t, word);
}

/// The words of numbers are in the order of the numbers.
template <class T>
void check_words(std::initializer_list<T> ascending) {
  typedef cub::Traits<T> Traits;
  typedef typename Traits::UnsignedBits Word;
  static_assert(sizeof(Word) == sizeof(T) && Traits::PRIMITIVE);
  Word before = Traits::TwiddleIn(Traits::LOWEST_KEY);
  CHECK(before == 0 && Traits::TwiddleIn(Traits::MAX_KEY) == static_cast<Word>(-1));
  for (T value : ascending) {
    Word bits;
    std::memcpy(&bits, &value, sizeof bits);
    const Word word = Traits::TwiddleIn(bits);
    CHECK(before <= word && Traits::TwiddleOut(word) == bits);
    before = word;
  }
}
/// The largest of a block's numbers, by their words.
__global__ void largest(const volatile float* in, float* out) {
  typedef cub::BlockReduce<unsigned, threads> Reduce;
  typedef cub::BlockLoad<float, threads, 1> Load;
  __shared__ cub::Uninitialized<Reduce::TempStorage> storage;
  __shared__ Load::TempStorage load;
  float own[1];
  Load(load).Load(in, own);
  const unsigned word = cub::Traits<float>::TwiddleIn(__float_as_uint(own[0]));
  const unsigned most = Reduce(storage.Alias()).Reduce(word, cub::Max());
  if (threadIdx.x == 0) *out = __uint_as_float(cub::Traits<float>::TwiddleOut(most));
}
void check_traits() {
  check_words<float>({-1e30f, -2, -1.5f, -0.0f, 0, 1e-30f, 3, 1e30f});
  check_words<double>({-1e300, -2, 0, 7, 1e300});
  check_words<int>({-2147483647, -5, 0, 9});
  check_words<unsigned char>({0, 3, 128, 255});
  check_words<__half>({__half(-9.0f), __half(-0.5f), __half(0.25f), __half(100.0f)});
  static_assert(!cub::Traits<Results>::PRIMITIVE && cub::Traits<cub::NullType>::NULL_TYPE);
  float *in = nullptr, *out = nullptr;
  CALL(cudaMallocManaged(&in, threads * sizeof(float)));
  CALL(cudaMallocManaged(&out, sizeof(float)));
  for (int i = 0; i < threads; ++i) in[i] = static_cast<float>((i * 37 + 5) % threads) - 100;
  largest<<<1, threads>>>(in, out);
  CALL(cudaDeviceSynchronize());
  CHECK(*out == threads - 1 - 100);
}

void check_warps(const std::vector<int>& values) {
  int *in = nullptr, *out = nullptr;
  unsigned* words = nullptr;
  CALL(cudaMallocManaged(&in, all * sizeof(int)));
  CALL(cudaMallocManaged(&out, all * sizeof(int)));
  CALL(cudaMallocManaged(&words, threads * sizeof(unsigned)));
  std::copy(values.begin(), values.begin() + all, in);
  const int valid = 50;
  of_warps<<<1, threads>>>(in, out, words, valid);
  CALL(cudaDeviceSynchronize());
  for (int warp = 0; warp < threads / 32; ++warp)
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < items; ++i) {
        const int first = warp * 32 * items, place = lane * items + i;
        CHECK(out[first + i * 32 + lane] == (place < valid ? in[first + place] : -1));
      }
  for (int t = 0; t < threads; ++t) {
    const unsigned lane = t % 32, below = lane + 2 <= 31 ? lane + 2 : lane;
    CHECK(words[t] == (1u << 31 | ((static_cast<unsigned>(in[t]) >> 1 & 7) + 200 + below * 1000 + 7 * 100000)));
  }
}

void check_primitives(const std::vector<int>& values) {
  int* in = nullptr;
  Results* r = nullptr;
  CALL(cudaMallocManaged(&in, all * sizeof(int)));
  CALL(cudaMallocManaged(&r, sizeof(Results)));
  std::copy(values.begin(), values.begin() + all, in);
  primitives<<<1, threads>>>(in, r);
  CALL(cudaDeviceSynchronize());
  std::vector<int> order(all);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return ByDigit()(in[a], in[b]); });
  for (int i = 0; i < all; ++i) {
    CHECK(r->left[i] == (i == 0 ? in[0] : in[i] - in[i - 1]));
    CHECK(r->right[i] == (i + 1 == all ? in[i] : in[i] - in[i + 1]));
    CHECK(r->after[i] == in[i] - (i == 0 ? 1000 : in[i - 1]));
    CHECK(r->partial[i] == (i < 99 ? in[i] - in[i + 1] : in[i]));
    CHECK(r->heads[i] == (i == 0 || in[i] != in[i - 1]) && r->tails[i] == (i + 1 == all || in[i] != in[i + 1]));
    CHECK(r->up[i] == (i == 0 ? -1 : in[i - 1]));
    CHECK(r->order[i] == order[i] && r->sorted[i] == in[order[i]]);
  }
  for (int t = 0; t < threads; ++t) CHECK(r->rotated[t] == (t + 5) % threads);
  for (int w = 0; w < all; w += 32 * items) {
    std::stable_sort(in + w, in + w + 32 * items, ByDigit());
    CHECK(std::equal(in + w, in + w + 32 * items, r->of_warp + w));
  }
}

/// Asks for the size of the memory, then runs.
template <class Algorithm>
void run(Algorithm algorithm) {
  void* memory = nullptr;
  size_t bytes = 0;
  CALL(algorithm(memory, bytes));
  CALL(cudaMalloc(&memory, bytes));
  CALL(algorithm(memory, bytes));
  CALL(cudaDeviceSynchronize());
  CALL(cudaFree(memory));
}

int* shared_copy(const std::vector<int>& values) {
  int* out = nullptr;
  CALL(cudaMallocManaged(&out, (values.size() + 1) * sizeof(int)));
  std::copy(values.begin(), values.end(), out);
  return out;
}

void check_by_key(const std::vector<int>& in) {
  const int n = static_cast<int>(in.size());
  std::vector<int> run_of(n), begins;
  for (int i = 0; i < n; ++i) {
    if (i == 0 || in[i] != in[i - 1]) begins.push_back(i);
    run_of[i] = static_cast<int>(begins.size()) - 1;
  }
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i % 19 - 4;
  int *const keys = shared_copy(in), *const values = shared_copy(numbers), *const out = shared_copy(in);
  int *const sums = shared_copy(in), *const count = shared_copy({0});
  const int runs = static_cast<int>(begins.size());

  run([&](void* m, size_t& bytes) {
    return cub::DeviceReduce::ReduceByKey(m, bytes, keys, out, values, sums, count, Largest(), n);
  });
  CHECK(*count == runs);
  for (int r = 0; r < runs; ++r) {
    const int end = r + 1 < runs ? begins[r + 1] : n;
    CHECK(out[r] == in[begins[r]]);
    CHECK(sums[r] == *std::max_element(numbers.begin() + begins[r], numbers.begin() + end));
  }
  run([&](void* m, size_t& bytes) { return cub::DeviceScan::InclusiveSumByKey(m, bytes, keys, values, out, n); });
  run([&](void* m, size_t& bytes) {
    return cub::DeviceScan::ExclusiveScanByKey(m, bytes, keys, values, values, cub::Sum(), 7, n);
  });
  for (int i = 0, sum = 0; i < n; ++i) {
    if (begins[run_of[i]] == i) sum = 0;
    CHECK(values[i] == sum + 7);
    sum += numbers[i];
    CHECK(out[i] == sum);
  }
  run([&](void* m, size_t& bytes) {
    return cub::DeviceSelect::UniqueByKey(m, bytes, keys, values, out, sums, count, n);
  });
  CHECK(*count == runs);
  for (int r = 0; r < runs; ++r) CHECK(out[r] == in[begins[r]] && sums[r] == 7);
  run([&](void* m, size_t& bytes) { return cub::DeviceAdjacentDifference::SubtractLeft(m, bytes, keys, n); });
  for (int i = 0; i < n; ++i) CHECK(keys[i] == (i == 0 ? in[0] : in[i] - in[i - 1]));
}

void check_sorts(const std::vector<int>& in) {
  const int n = static_cast<int>(in.size());
  std::vector<int> order(n), expected = in;
  std::iota(order.begin(), order.end(), 0);
  int *const keys = shared_copy(in), *const out = shared_copy(in), *const values = shared_copy(order);
  int* const values_out = shared_copy(order);
  // Segments of 0, 10, 20 ... items; a fifth of the items is in none.
  std::vector<int> begins, ends;
  for (int at = 0, wide = 0; at + wide <= n - n / 5; at += wide, wide += 10) {
    begins.push_back(at);
    ends.push_back(at + wide);
    std::stable_sort(expected.begin() + at, expected.begin() + at + wide, std::greater<int>());
  }
  const int segments = static_cast<int>(begins.size());
  int *const b = shared_copy(begins), *const e = shared_copy(ends);
  run([&](void* m, size_t& bytes) {
    return cub::DeviceSegmentedSort::SortPairsDescending(m, bytes, keys, out, values, values_out, n, segments, b, e);
  });
  for (int i = 0; i < n; ++i) CHECK(out[i] == expected[i] && in[values_out[i]] == out[i]);
  run([&](void* m, size_t& bytes) {
    return cub::DeviceSegmentedRadixSort::SortKeys(m, bytes, keys, out, n, segments, b, e, 1, 4);
  });
  for (int s = 0; s < segments; ++s)
    for (int i = begins[s] + 1; i < ends[s]; ++i) CHECK((out[i - 1] >> 1 & 7) <= (out[i] >> 1 & 7));

  run([&](void* m, size_t& bytes) {
    return cub::DeviceMergeSort::StableSortPairs(m, bytes, keys, values, n, ByDigit());
  });
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return ByDigit()(in[i], in[j]); });
  for (int i = 0; i < n; ++i) CHECK(values[i] == order[i] && keys[i] == in[order[i]]);
}

void check_histogram(const std::vector<int>& in) {
  const int n = static_cast<int>(in.size());
  const std::vector<int> bounds = {0, 3, 4, 20, 21};
  int *const values = shared_copy(in), *const levels = shared_copy(bounds), *const counts = shared_copy({0, 0, 0, 0});
  run([&](void* m, size_t& bytes) {
    return cub::DeviceHistogram::HistogramRange(m, bytes, values, counts, 5, levels, n);
  });
  for (int bin = 0; bin < 4; ++bin)
    CHECK(counts[bin] ==
          std::count_if(in.begin(), in.end(), [&](int x) { return bounds[bin] <= x && x < bounds[bin + 1]; }));
}

int main() {
  check_traits();
  for (const int n : {1, 3, 700, 5000}) {
    std::vector<int> in(n), short_runs(std::max(n, all));
    for (size_t i = 0; i < short_runs.size(); ++i) short_runs[i] = static_cast<int>((i / 3 * 2654435761u) >> 20) % 23;
    std::copy(short_runs.begin(), short_runs.begin() + n, in.begin());
    check_primitives(short_runs);
    check_warps(short_runs);
    check_by_key(in);
    check_sorts(in);
    check_histogram(in);
  }
  std::puts("PASS");
}
