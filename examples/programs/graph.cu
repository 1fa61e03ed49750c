// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A graph by stream capture: a simulation whose step is three short kernels, launched one by one and as a graph, which
// saves the cost of launches. Usage: graph [PARTICLES] [STEPS]
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

constexpr float time_step = 0.01f;

__global__ void pull(const float* position, float* force, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) force[i] = -position[i];  // a spring to the origin
}
__global__ void accelerate(float* velocity, const float* force, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) velocity[i] += time_step * force[i];
}
__global__ void move(float* position, const float* velocity, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) position[i] += time_step * velocity[i];
}

struct Particles {
  int n = 0;
  float *position = nullptr, *velocity = nullptr, *force = nullptr;
};

void launch_step(const Particles& p, cudaStream_t stream) {
  const int blocks = (p.n + 127) / 128;
  pull<<<blocks, 128, 0, stream>>>(p.position, p.force, p.n);
  accelerate<<<blocks, 128, 0, stream>>>(p.velocity, p.force, p.n);
  move<<<blocks, 128, 0, stream>>>(p.position, p.velocity, p.n);
  CHECK(cudaGetLastError());
}

void reset(const Particles& p) {
  std::vector<float> start(p.n);
  for (int i = 0; i < p.n; ++i) start[i] = 1.0f + i % 10;
  CHECK(cudaMemcpy(p.position, start.data(), p.n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(p.velocity, 0, p.n * sizeof(float)));
}

/// The largest distance of a particle from x(t) = x(0) cos t.
float error_of(const Particles& p, int steps) {
  std::vector<float> position(p.n);
  CHECK(cudaMemcpy(position.data(), p.position, p.n * sizeof(float), cudaMemcpyDeviceToHost));
  float error = 0;
  for (int i = 0; i < p.n; ++i)
    error = std::fmax(error, std::fabs(position[i] - (1.0f + i % 10) * std::cos(steps * time_step)));
  return error;
}

int main(int argc, char** argv) {
  Particles p;
  p.n = argc > 1 ? std::atoi(argv[1]) : 10000;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 50;
  if (p.n < 1 || steps < 1) {
    std::fprintf(stderr, "usage: graph [PARTICLES] [STEPS]\n");
    return 2;
  }
  CHECK(cudaMalloc(&p.position, p.n * sizeof(float)));
  CHECK(cudaMalloc(&p.velocity, p.n * sizeof(float)));
  CHECK(cudaMalloc(&p.force, p.n * sizeof(float)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  cudaEvent_t events[4];
  for (cudaEvent_t& e : events) CHECK(cudaEventCreate(&e));

  reset(p);
  CHECK(cudaEventRecord(events[0], stream));
  for (int k = 0; k < steps; ++k) launch_step(p, stream);
  CHECK(cudaEventRecord(events[1], stream));
  CHECK(cudaStreamSynchronize(stream));
  const float launched_error = error_of(p, steps);

  cudaGraph_t graph;
  cudaGraphExec_t step;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch_step(p, stream);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&step, graph, nullptr, nullptr, 0));
  reset(p);
  CHECK(cudaEventRecord(events[2], stream));
  for (int k = 0; k < steps; ++k) CHECK(cudaGraphLaunch(step, stream));
  CHECK(cudaEventRecord(events[3], stream));
  CHECK(cudaStreamSynchronize(stream));
  const float graph_error = error_of(p, steps);

  float launched = 0, replayed = 0;
  CHECK(cudaEventElapsedTime(&launched, events[0], events[1]));
  CHECK(cudaEventElapsedTime(&replayed, events[2], events[3]));
  std::printf("%d particles, %d steps: error %.3f with launches, %.3f with a graph\n", p.n, steps, launched_error,
              graph_error);
  std::printf("%.2f us per step with launches, %.2f us with a graph\n", 1000 * launched / steps,
              1000 * replayed / steps);
  CHECK(cudaGraphExecDestroy(step));
  CHECK(cudaGraphDestroy(graph));
  for (const cudaEvent_t e : events) CHECK(cudaEventDestroy(e));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(p.position));
  CHECK(cudaFree(p.velocity));
  CHECK(cudaFree(p.force));
  // Symplectic Euler is off by about half a step's worth: 10 * time_step / 2 for the farthest particle.
  const bool passed = launched_error < 10 * time_step && launched_error == graph_error;
  std::puts(passed ? "PASS" : "FAIL");
  return passed ? 0 : 1;
}
