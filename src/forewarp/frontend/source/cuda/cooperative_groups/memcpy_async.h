// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Copies by the threads of a group that go on until wait(): cp.async where the addresses allow it.
#include "../cooperative_groups.h"
#include "../detail/libcu/copy.h"

namespace cooperative_groups {
/// `size` in bytes, or a cuda::aligned_size_t.
template <class Group, class T, class Size>
__FW_D void memcpy_async(const Group& group, T* to, const T* from, const Size& size) {
  (void)cuda::fw::copy_async<cuda::fw::alignment_of<T, Size>>(
      static_cast<unsigned>(group.thread_rank()), static_cast<unsigned>(group.size()), reinterpret_cast<char*>(to),
      reinterpret_cast<const char*>(from), size);
  cuda::fw::commit_copies();
}
/// Lengths in elements: as many as both have.
template <class Group, class T, class To, class From>
__FW_D void memcpy_async(const Group& group, T* to, const To& to_length, const T* from, const From& from_length) {
  const size_t elements = to_length < from_length ? to_length : from_length;
  memcpy_async(group, to, from, elements * sizeof(T));
}
/// Until all copies of the group but its last `Open` are done.
template <unsigned Open, class Group>
__FW_D void wait_prior(const Group& group) {
  cuda::fw::wait_for_copies(Open);
  group.sync();
}
template <class Group>
__FW_D void wait(const Group& group) {
  wait_prior<0>(group);
}
}  // namespace cooperative_groups
