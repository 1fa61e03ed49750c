// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// cuda::pipeline: a first-in first-out queue of batches of copies. That of one thread is its queue of cp.async groups;
/// that of a block has two barriers per stage in shared memory: producers arrive at `full` when their copies are done,
/// consumers at `empty` when they have read.
#include "copy_barrier.h"

namespace cuda {
enum class pipeline_role { producer, consumer };

namespace fw {
template <thread_scope S>
struct PipelineStage {
  barrier<S> full, empty;
};
}  // namespace fw

template <thread_scope S, unsigned char Stages>
class pipeline_shared_state {
  static_assert(S == thread_scope_block, "forewarp's cuda::pipeline has the scope of a thread or of a block");

 public:
  fw::PipelineStage<S> fw_stages[Stages];
  atomic<unsigned, S> fw_members;
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;
};

template <thread_scope S>
class pipeline {
  static_assert(S == thread_scope_block, "forewarp's cuda::pipeline has the scope of a thread or of a block");
  using Stage = fw::PipelineStage<S>;

  Stage* stages_;
  atomic<unsigned, S>* members_;
  unsigned count_, head_ = 0, tail_ = 0;
  bool head_parity_ = true, tail_parity_ = false, active_ = true;

  __device__ void advance(unsigned& stage, bool& parity) const {
    if (++stage == count_) {
      stage = 0;
      parity = !parity;
    }
  }

 public:
  __device__ pipeline(Stage* stages, unsigned count, atomic<unsigned, S>* members)
      : stages_(stages), members_(members), count_(count) {}
  __device__ pipeline(pipeline&& other)
      : stages_(other.stages_),
        members_(other.members_),
        count_(other.count_),
        head_(other.head_),
        tail_(other.tail_),
        head_parity_(other.head_parity_),
        tail_parity_(other.tail_parity_),
        active_(other.active_) {
    other.active_ = false;
  }
  pipeline& operator=(const pipeline&) = delete;
  __device__ ~pipeline() {
    if (active_) (void)quit();
  }
  /// True for the last thread to leave.
  __device__ bool quit() {
    active_ = false;
    return members_->fetch_sub(1, memory_order_acq_rel) == 1;
  }
  __device__ void producer_acquire() { stages_[head_].empty.wait_parity(head_parity_); }
  __device__ void producer_commit() {
    barrier<S>& full = stages_[head_].full;
    fw::bind_copies(full);
    (void)full.arrive();
    advance(head_, head_parity_);
  }
  __device__ void consumer_wait() { stages_[tail_].full.wait_parity(tail_parity_); }
  __device__ void consumer_release() {
    (void)stages_[tail_].empty.arrive();
    advance(tail_, tail_parity_);
  }
};

template <>
class pipeline<thread_scope_thread> {
  unsigned char head_ = 0, tail_ = 0;

 public:
  __device__ pipeline() {}
  pipeline(pipeline&&) = default;
  pipeline& operator=(const pipeline&) = delete;
  __device__ bool quit() { return true; }
  __device__ void producer_acquire() {}
  __device__ void producer_commit() {
    fw::commit_copies();
    ++head_;
  }
  __device__ void consumer_wait() {
    if (head_ == tail_) return;
    fw::wait_for_copies(static_cast<unsigned char>(head_ - tail_ - 1));
    ++tail_;
  }
  __device__ void consumer_release() {}
  /// All batches but the last `open` are done.
  __device__ void fw_wait_prior(unsigned char open) {
    fw::wait_for_copies(open);
    tail_ = static_cast<unsigned char>(head_ - open);
  }
};

__FW_D pipeline<thread_scope_thread> make_pipeline() { return pipeline<thread_scope_thread>(); }
template <unsigned char Open>
__FW_D void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>& p) {
  p.fw_wait_prior(Open);
}
template <thread_scope S, class Completion>
__FW_D void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<S, Completion>& b) {
  fw::bind_copies(b);
}

namespace fw {
template <class Group, thread_scope S, unsigned char Stages>
__FW_D pipeline<S> made_pipeline(const Group& group, pipeline_shared_state<S, Stages>* state, unsigned producers,
                                 unsigned consumers) {
  if (group.thread_rank() == 0) {
    for (unsigned i = 0; i < Stages; ++i) {
      init(&state->fw_stages[i].full, producers);
      init(&state->fw_stages[i].empty, consumers);
    }
    state->fw_members.store(static_cast<unsigned>(group.size()), memory_order_relaxed);
  }
  group.sync();
  return pipeline<S>(state->fw_stages, Stages, &state->fw_members);
}
}  // namespace fw

/// Every thread produces and consumes.
template <class Group, thread_scope S, unsigned char Stages>
__FW_D pipeline<S> make_pipeline(const Group& group, pipeline_shared_state<S, Stages>* state) {
  const unsigned threads = static_cast<unsigned>(group.size());
  return fw::made_pipeline(group, state, threads, threads);
}
template <class Group, thread_scope S, unsigned char Stages>
__FW_D pipeline<S> make_pipeline(const Group& group, pipeline_shared_state<S, Stages>* state, ::std::size_t producers) {
  return fw::made_pipeline(group, state, static_cast<unsigned>(producers),
                           static_cast<unsigned>(group.size() - producers));
}
template <class Group, thread_scope S, unsigned char Stages>
__FW_D pipeline<S> make_pipeline(const Group& group, pipeline_shared_state<S, Stages>* state, pipeline_role role) {
  if (group.thread_rank() == 0) state->fw_members.store(0, memory_order_relaxed);
  group.sync();
  if (role == pipeline_role::producer) state->fw_members.fetch_add(1, memory_order_relaxed);
  group.sync();
  const unsigned producers = state->fw_members.load(memory_order_relaxed);
  group.sync();
  return fw::made_pipeline(group, state, producers, static_cast<unsigned>(group.size()) - producers);
}

template <class Group, class T, class Size, thread_scope S>
__FW_D async_contract_fulfillment memcpy_async(const Group& group, T* to, const T* from, Size size, pipeline<S>&) {
  return fw::copy_async<fw::alignment_of<T, Size>>(static_cast<unsigned>(group.thread_rank()),
                                                   static_cast<unsigned>(group.size()), reinterpret_cast<char*>(to),
                                                   reinterpret_cast<const char*>(from), size);
}
template <class Group, class Size, thread_scope S>
__FW_D async_contract_fulfillment memcpy_async(const Group& group, void* to, const void* from, Size size,
                                               pipeline<S>& p) {
  return memcpy_async(group, static_cast<char*>(to), static_cast<const char*>(from), size, p);
}
template <class T, class Size, thread_scope S>
__FW_D async_contract_fulfillment memcpy_async(T* to, const T* from, Size size, pipeline<S>& p) {
  return memcpy_async(fw::OneThread(), to, from, size, p);
}
template <class Size, thread_scope S>
__FW_D async_contract_fulfillment memcpy_async(void* to, const void* from, Size size, pipeline<S>& p) {
  return memcpy_async(fw::OneThread(), static_cast<char*>(to), static_cast<const char*>(from), size, p);
}
}  // namespace cuda
