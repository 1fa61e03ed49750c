// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cuda::std::variant on the host and in kernels.
#include <cuda/std/variant>

#include "check.h"

namespace cs = cuda::std;

struct Circle {
  float r;
  __host__ __device__ float area() const { return 3 * r * r; }
  __host__ __device__ bool operator==(const Circle& other) const { return r == other.r; }
  __host__ __device__ bool operator!=(const Circle& other) const { return r != other.r; }
};
struct Square {
  double side;
  __host__ __device__ float area() const { return static_cast<float>(side * side); }
  __host__ __device__ bool operator==(const Square& other) const { return side == other.side; }
  __host__ __device__ bool operator!=(const Square& other) const { return side != other.side; }
};
using Shape = cs::variant<cs::monostate, Circle, Square, int>;
static_assert(std::is_trivially_copyable_v<Shape> && cs::variant_size_v<Shape> == 4);
static_assert(std::is_same_v<cs::variant_alternative_t<2, Shape>, Square>);

struct Area {
  __host__ __device__ float operator()(cs::monostate) const { return -1; }
  __host__ __device__ float operator()(int n) const { return n * 0.5f; }
  template <class T>
  __host__ __device__ float operator()(const T& shape) const {
    return shape.area();
  }
};
/// Which two alternatives there are.
struct Both {
  template <class A, class B>
  __host__ __device__ int operator()(const A&, const B&) const {
    return static_cast<int>(sizeof(A) * 10 + sizeof(B));
  }
};

__host__ __device__ Shape changed(Shape shape) {
  if (cs::holds_alternative<int>(shape))
    shape = Circle{2};
  else if (const Circle* circle = cs::get_if<Circle>(&shape))
    shape.emplace<Square>(Square{circle->r + 1.0});
  else if (shape.index() == 2)
    cs::get<2>(shape).side += 10;
  else
    shape = 41;
  return shape;
}

__global__ void in_kernel(const Shape* in, float* areas, Shape* out, int* pairs) {
  const int t = static_cast<int>(threadIdx.x);
  areas[t] = cs::visit(Area(), in[t]);
  out[t] = changed(in[t]);
  pairs[t] = cs::visit(Both(), in[t], out[t]) + (in[t] == out[t] ? 1000 : 0) + (in[t] != in[t] ? 5000 : 0);
}

/// Alternatives that count themselves.
struct Counted {
  int* live;
  __host__ __device__ explicit Counted(int* live) : live(live) { ++*live; }
  __host__ __device__ Counted(const Counted& other) : live(other.live) { ++*live; }
  __host__ __device__ ~Counted() { --*live; }
};
__global__ void ends(int* live) {
  cs::variant<int, Counted> first(cs::in_place_type<Counted>, &live[0]);
  cs::variant<int, Counted> second = first;
  live[1] = live[0];
  first = 3;
  live[2] = live[0] * 10 + cs::get<int>(first);
  second = first;
}

int main() {
  const Shape shapes[4] = {Shape(), Circle{4}, Square{5}, 7};
  Shape *in = nullptr, *out = nullptr;
  float* areas = nullptr;
  int *pairs = nullptr, *live = nullptr;
  CALL(cudaMallocManaged(&in, sizeof shapes));
  CALL(cudaMallocManaged(&out, sizeof shapes));
  CALL(cudaMallocManaged(&areas, 4 * sizeof(float)));
  CALL(cudaMallocManaged(&pairs, 4 * sizeof(int)));
  CALL(cudaMallocManaged(&live, 3 * sizeof(int)));
  for (int i = 0; i < 4; ++i) {
    in[i] = shapes[i];
    out[i] = Shape();
  }
  in_kernel<<<1, 4>>>(in, areas, out, pairs);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) {
    CHECK(areas[i] == cs::visit(Area(), shapes[i]) && out[i].index() == changed(shapes[i]).index());
    CHECK(cs::visit(Area(), out[i]) == cs::visit(Area(), changed(shapes[i])));
  }
  CHECK(areas[0] == -1 && areas[1] == 48 && areas[2] == 25 && areas[3] == 3.5f);
  CHECK(cs::get<int>(out[0]) == 41 && cs::get<Square>(out[1]).side == 5 && cs::get<2>(out[2]).side == 15);
  CHECK(pairs[0] == 14 && pairs[1] == 48 && pairs[2] == 88 && pairs[3] == 44);
  live[0] = 0;
  ends<<<1, 1>>>(live);
  CALL(cudaDeviceSynchronize());
  CHECK(live[0] == 0 && live[1] == 2 && live[2] == 13);
  std::puts("PASS");
}
