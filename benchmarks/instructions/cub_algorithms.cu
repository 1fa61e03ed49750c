// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// CUB's device-wide algorithms, for the PTX of their kernels.
#include <cub/cub.cuh>

struct Less {
  template <typename T>
  __device__ bool operator()(T a, T b) const {
    return a < b;
  }
};

template <typename T>
void all(void* scratch, size_t& bytes, T* in, T* out, int* counts, int n) {
  cub::DeviceReduce::Sum(scratch, bytes, in, out, n);
  cub::DeviceReduce::Max(scratch, bytes, in, out, n);
  cub::DeviceReduce::ArgMin(scratch, bytes, in, reinterpret_cast<cub::KeyValuePair<int, T>*>(out), n);
  cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, n);
  cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, n);
  cub::DeviceRadixSort::SortPairs(scratch, bytes, in, out, counts, counts, n);
  cub::DeviceSelect::Unique(scratch, bytes, in, out, counts, n);
  cub::DeviceSelect::Flagged(scratch, bytes, in, counts, out, counts, n);
  cub::DeviceRunLengthEncode::Encode(scratch, bytes, in, out, counts, counts, n);
  cub::DeviceSegmentedReduce::Sum(scratch, bytes, in, out, n, counts, counts + 1);
  cub::DeviceMergeSort::SortKeys(scratch, bytes, out, n, Less{});
}

template void all<float>(void*, size_t&, float*, float*, int*, int);
template void all<int>(void*, size_t&, int*, int*, int*, int);
template void all<double>(void*, size_t&, double*, double*, int*, int);

void histogram(void* scratch, size_t& bytes, float* in, int* counts, int n) {
  cub::DeviceHistogram::HistogramEven(scratch, bytes, in, counts, 257, 0.0F, 1.0F, n);
}
