// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the host calls of cuRAND: arrays of numbers, by kernels of 4096 threads that keep their generators. Thread t has
/// the subsequence t of the seed, and makes the elements (or pairs of them, where the distribution makes two at once) t,
/// t + 4096 ... of everything that the generator gives: the order CURAND_ORDERING_PSEUDO_LEGACY of XORWOW's integers and
/// uniform floats. Which numbers NVIDIA's library makes in its other orders and distributions is not known.
#include <cstdio>
#include <new>

#include "../../curand_kernel.h"

namespace __fw_curand {

constexpr int threads = 4096, block = 256;

struct ints {
  typedef unsigned value;
  static constexpr int together = 1;
  template <class State>
  __device__ void operator()(State* s, value* out) const {
    *out = curand(s);
  }
};
struct long_ints {
  typedef unsigned long long value;
  static constexpr int together = 1;
  template <class State>
  __device__ void operator()(State* s, value* out) const {
    const unsigned low = curand(s), high = curand(s);
    *out = static_cast<value>(high) << 32 | low;
  }
};
struct uniform {
  typedef float value;
  static constexpr int together = 1;
  template <class State>
  __device__ void operator()(State* s, value* out) const {
    *out = curand_uniform(s);
  }
};
struct uniform_double {
  typedef double value;
  static constexpr int together = 1;
  template <class State>
  __device__ void operator()(State* s, value* out) const {
    *out = curand_uniform_double(s);
  }
};
/// Two at once, which come of one pair of uniform numbers.
template <class T, bool Log>
struct normal {
  typedef T value;
  static constexpr int together = 2;
  T mean, deviation;
  template <class State>
  __device__ void operator()(State* s, value* out) const {
    T x, y;
    if constexpr (sizeof(T) == sizeof(float)) {
      const float2 v = curand_normal2(s);
      x = mean + deviation * v.x, y = mean + deviation * v.y;
    } else {
      const double2 v = curand_normal2_double(s);
      x = mean + deviation * v.x, y = mean + deviation * v.y;
    }
    out[0] = Log ? ::exp(x) : x;
    out[1] = Log ? ::exp(y) : y;
  }
};
struct poisson {
  typedef unsigned value;
  static constexpr int together = 1;
  double lambda;
  template <class State>
  __device__ void operator()(State* s, value* out) const {
    *out = curand_poisson(s, lambda);
  }
};

template <class State>
__global__ void begin(State* states, unsigned long long seed, unsigned long long offset) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  // The first offset % 4096 threads have given one number more.
  curand_init(seed, t, offset / threads + (t < offset % threads ? 1 : 0), &states[t]);
}
/// `made` groups were made before.
template <class State, class Draw>
__global__ void draw(State* states, unsigned long long made, typename Draw::value* out, unsigned long long n, Draw d) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  State own = states[t];
  unsigned long long i = (t + threads - made % threads) % threads;
  for (; i * Draw::together < n; i += threads) d(&own, out + i * Draw::together);
  states[t] = own;
}

}  // namespace __fw_curand

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host, ready;
  unsigned long long seed, offset, made;
  cudaStream_t stream;
  void* states;

  template <class State, class Draw>
  curandStatus_t generate_by(typename Draw::value* out, size_t n, Draw d) {
    using namespace __fw_curand;
    if (!states && cudaMalloc(&states, threads * sizeof(State)) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
    State* const own = static_cast<State*>(states);
    if (!ready) begin<State><<<threads / block, block, 0, stream>>>(own, seed, offset);
    if (!ready) made = offset;
    ready = true;
    typename Draw::value* to = out;
    if (on_host && cudaMalloc(&to, n * sizeof *out) != cudaSuccess) return CURAND_STATUS_ALLOCATION_FAILED;
    draw<State, Draw><<<threads / block, block, 0, stream>>>(own, made, to, n, d);
    made += n / Draw::together;
    if (on_host) {
      cudaMemcpyAsync(out, to, n * sizeof *out, cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
      cudaFree(to);
    }
    return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
  }
  template <class Draw>
  curandStatus_t generate(typename Draw::value* out, size_t n, Draw d) {
    if (n % Draw::together != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    switch (type) {
      case CURAND_RNG_PSEUDO_PHILOX4_32_10: return generate_by<curandStatePhilox4_32_10_t>(out, n, d);
      case CURAND_RNG_PSEUDO_MRG32K3A: return generate_by<curandStateMRG32k3a_t>(out, n, d);
      default: return generate_by<curandStateXORWOW_t>(out, n, d);
    }
  }
};

inline curandStatus_t __fw_create_generator(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  switch (type) {
    case CURAND_RNG_TEST:
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: break;
    default:
      std::fprintf(stderr, "forewarp: curandCreateGenerator: generator %d (a Mersenne twister, or quasirandom) is not "
                           "supported: take XORWOW, MRG32K3A or PHILOX4_32_10\n", static_cast<int>(type));
      return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = new (std::nothrow) curandGenerator_st{type, on_host, false, 0, 0, 0, nullptr, nullptr};
  return *generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
inline curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return __fw_create_generator(generator, type, false);
}
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return __fw_create_generator(generator, type, true);
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  cudaFree(generator->states);
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetVersion(int* version) {
  *version = 10306;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->seed = seed;
  generator->ready = false;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->ready = false;
  return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t) {
  return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
/// Templates, so that a program has the kernels of those alone which it calls.
#define __FW_CURAND_GENERATE(name, type, parameters, ...)                                            \
  template <class = void>                                                                            \
  curandStatus_t name(curandGenerator_t generator, type* out, size_t n parameters) {                 \
    return generator ? generator->generate(out, n, __fw_curand::__VA_ARGS__) : CURAND_STATUS_NOT_INITIALIZED; \
  }
#define __FW_CURAND_NORMAL(type) , type mean, type deviation
#define __FW_CURAND_LAMBDA , double lambda
__FW_CURAND_GENERATE(curandGenerate, unsigned, , ints{})
__FW_CURAND_GENERATE(curandGenerateLongLong, unsigned long long, , long_ints{})
__FW_CURAND_GENERATE(curandGenerateUniform, float, , uniform{})
__FW_CURAND_GENERATE(curandGenerateUniformDouble, double, , uniform_double{})
__FW_CURAND_GENERATE(curandGenerateNormal, float, __FW_CURAND_NORMAL(float), normal<float, false>{mean, deviation})
__FW_CURAND_GENERATE(curandGenerateNormalDouble, double, __FW_CURAND_NORMAL(double), normal<double, false>{mean, deviation})
__FW_CURAND_GENERATE(curandGenerateLogNormal, float, __FW_CURAND_NORMAL(float), normal<float, true>{mean, deviation})
__FW_CURAND_GENERATE(curandGenerateLogNormalDouble, double, __FW_CURAND_NORMAL(double), normal<double, true>{mean, deviation})
__FW_CURAND_GENERATE(curandGeneratePoisson, unsigned, __FW_CURAND_LAMBDA, poisson{lambda})
#undef __FW_CURAND_LAMBDA
#undef __FW_CURAND_NORMAL
#undef __FW_CURAND_GENERATE
