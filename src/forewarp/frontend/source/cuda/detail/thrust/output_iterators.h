// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Iterators that compute what is written through them.
#include "iterators.h"

namespace thrust {

/// Stands for a value that is written through Out and, where In is no `void`, read through In.
template <class In, class Out, class It>
struct __fw_through {
  It at;
  In in;
  Out out;
  template <class T>
  __host__ __device__ const __fw_through& operator=(const T& value) const {
    Out f = out;
    *at = f(value);
    return *this;
  }
  __host__ __device__ operator __fw_result_of<In, It>() const {
    In f = in;
    return f(*at);
  }
};
template <class In, class Out, class It>
class transform_input_output_iterator
    : public __fw_iterator<transform_input_output_iterator<In, Out, It>, __fw_through<In, Out, It>> {
 public:
  typedef __fw_result_of<In, It> value_type;
  __host__ __device__ transform_input_output_iterator(It it, In in, Out out) : it_(it), in_(in), out_(out) {}
  __host__ __device__ __fw_through<In, Out, It> dereference() const { return {it_, in_, out_}; }
  __host__ __device__ void advance(std::ptrdiff_t by) { it_ += by; }
  __host__ __device__ std::ptrdiff_t distance_to(const transform_input_output_iterator& o) const { return o.it_ - it_; }
  __host__ __device__ auto unwrapped() const {
    return transform_input_output_iterator<In, Out, __fw_unwrapped<It>>(__fw_unwrap(it_), in_, out_);
  }

 private:
  It it_;
  In in_;
  Out out_;
};
template <class In, class Out, class It>
struct __fw_on_device<transform_input_output_iterator<In, Out, It>> : __fw_on_device<It> {};
template <class In, class Out, class It>
struct __fw_on_host<transform_input_output_iterator<In, Out, It>> : __fw_on_host<It> {};
template <class In, class Out, class It>
struct iterator_value<transform_input_output_iterator<In, Out, It>> {
  typedef __fw_result_of<In, It> type;
};
template <class It, class In, class Out>
__host__ __device__ transform_input_output_iterator<In, Out, It> make_transform_input_output_iterator(It it, In in,
                                                                                                      Out out) {
  return {it, in, out};
}

template <class Out, class It>
using transform_output_iterator = transform_input_output_iterator<identity<>, Out, It>;
template <class It, class Out>
__host__ __device__ transform_output_iterator<Out, It> make_transform_output_iterator(It it, Out out) {
  return {it, identity<>(), out};
}

}  // namespace thrust
