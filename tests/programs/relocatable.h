// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the two files of a program with relocatable device code (-rdc=true) share.
#include <cuda_runtime.h>

#include <cstdio>

struct Polynomial {
  int degree;
  __device__ float at(float x) const;
};

extern __device__ int calls;                // in relocatable_device.cu
extern __constant__ float coefficients[4];  // in relocatable_device.cu
__device__ float scaled(float x);           // in relocatable_main.cu

template <typename T>
__device__ T twice(T x) {
  return x + x;
}

float other_file(float* x, int n);
