// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One warp: its reconvergence stack, its call frames, its local memory, and the loop that runs it.
///
/// Each stack entry is a set of lanes that goes on at one place. A divergent branch turns the top entry into one that
/// waits at the branch's immediate post-dominator and pushes an entry a side; an entry that reaches its reconvergence
/// point is popped. Lanes leave a function by ret and the kernel by exit: their bits go from Frame::returned and alive,
/// and an entry whose mask becomes empty is popped. So an entry below always knows all lanes that meet there. Only at
/// a barrier for single threads (barrier.sync without .aligned) may a sibling run before the top entry.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emu/decode/program.hpp"
#include "forewarp/emu/decode/shared_bases.hpp"
#include "forewarp/emu/lane_op.hpp"
#include "forewarp/emu/observer.hpp"
#include "forewarp/emu/sampling/loop_sampler.hpp"

namespace forewarp::emu {

class Block;

struct Frame {
  const FunctionCode* code = nullptr;
  std::byte* regs = nullptr;
  std::uint64_t local_base = 0;            ///< of this frame in each thread's local memory
  LaneMask returned = 0;                   ///< lanes that have executed ret
  std::uint32_t caller = 0;                ///< frame that called
  const MachineOp* call = nullptr;         ///< the call instruction in the caller
  const FunctionCode* prepared = nullptr;  ///< whose constants the storage holds
  std::unique_ptr<std::byte[]> storage;
  std::size_t capacity = 0;
};

struct StackEntry {
  const BlockCode* block = nullptr;
  const Ready* next = nullptr;  ///< where in the block; nullptr: at its start, not entered yet
  std::uint32_t reconverge = ptx::Cfg::none;
  std::uint32_t frame = 0;
  LaneMask mask = 0;
  bool waiting = false;  ///< arrived at a barrier
};

/// How the addresses of an access lie in host memory; lanes that are not active do not count.
enum class Pattern : std::uint8_t {
  linear,     ///< one after the other from Located::first on; all lanes
  uniform,    ///< all at Located::first; all lanes
  based,      ///< each at its address plus Located::bias
  scattered,  ///< anywhere: Located::host
};

/// What eight lanes in a row (0 to 7, 8 to 15, ...) of a based access of all lanes do.
enum class Octets : std::uint8_t {
  any,
  uniform,  ///< all at one address
  linear,   ///< one after the other
};

/// Where the lanes' bytes of an access lie in host memory.
struct Located {
  Pattern pattern = Pattern::scattered;
  Octets octets = Octets::any;
  std::byte* first = nullptr;
  std::uintptr_t bias = 0;
  const std::uint64_t* addresses = nullptr;  ///< of based lanes
  std::array<std::byte*, 64> host{};

  /// One lane's bytes, of an access of that many bytes a lane.
  [[nodiscard]] std::byte* at(unsigned lane, unsigned bytes) const {
    switch (pattern) {
      case Pattern::linear:
        return first + std::size_t{lane} * bytes;
      case Pattern::uniform:
        return first;
      case Pattern::based:
        return reinterpret_cast<std::byte*>(bias + addresses[lane]);
      case Pattern::scattered:
        return host[lane];
    }
    return nullptr;
  }
};

enum class WarpState : std::uint8_t { ready, waiting, done };

class Warp {
 public:
  Warp(Block& block, unsigned index);

  /// Puts all threads at the start of the kernel.
  void begin();
  /// Runs until the warp waits, ends or has used its slice.
  WarpState run();

  [[nodiscard]] WarpId id() const;
  [[nodiscard]] Frame& frame() { return frames_[stack_.back().frame]; }
  [[nodiscard]] Frame& frame(std::uint32_t number) { return frames_[number]; }
  [[nodiscard]] StackEntry& top() { return stack_.back(); }
  [[nodiscard]] std::vector<StackEntry>& stack() { return stack_; }
  [[nodiscard]] unsigned index() const { return index_; }
  [[nodiscard]] LaneMask alive() const { return alive_; }
  [[nodiscard]] LaneMask full() const { return full_; }

  /// A new frame for these lanes of frame `caller`, and the entry that starts it. call is null for the kernel itself.
  void push_call(const FunctionCode& callee, std::uint32_t caller, const MachineOp* call, LaneMask lanes);
  /// Splits the top entry over basic blocks; sides with an empty mask are left out.
  struct Side {
    std::uint32_t target;
    LaneMask mask;
  };
  void diverge(std::uint32_t reconverge, const Side* sides, unsigned count);
  void leave_function(std::uint32_t frame, LaneMask lanes);
  /// Fills a row again whose value changes while the warp runs (%clock).
  void refresh(const EnteredRow& row);
  void leave_kernel(LaneMask lanes);
  /// The entry that these lanes wait in goes on.
  StackEntry& wake(LaneMask lanes);
  /// Where the top entry goes on after the machine operation that is running.
  void save_position() { stack_.back().next = next_; }

  /// Host bytes of a thread's local memory.
  [[nodiscard]] std::byte* local(unsigned lane) { return local_.data() + lane * local_stride_; }
  [[nodiscard]] std::uint64_t local_bytes() const { return local_used_; }
  [[nodiscard]] std::uint64_t local_stride() const { return local_stride_; }

  /// One line on what went wrong in the lowest of these lanes, as a KernelFault.
  [[noreturn]] void fault(const MachineOp& op, LaneMask lanes, const std::string& message) const;
  [[noreturn]] void fault(const BlockCode& block, LaneMask lanes, const std::string& message) const;

  Block& block;
  std::byte* regs = nullptr;   ///< of the top entry's frame
  std::uint64_t executed = 0;  ///< warp instructions of the basic blocks entered
  std::int64_t slice = 0;      ///< what is left until another warp's turn
  alignas(64) std::array<std::uint64_t, 64> addresses{};
  std::array<AffineRow, SharedBases::places> bases;     ///< descriptions of address rows
  alignas(64) std::array<std::uint64_t, 64> offsets{};  ///< of a generic access, window taken off
  Located located;                                      ///< the access that is running

 private:
  WarpState settle();
  bool rotate();
  void enter_frame(Frame& frame, const FunctionCode& code);
  void release_frames(std::uint32_t keep);
  void reserve_local(std::uint64_t bytes_a_thread);
  void report_weight();
  void begin_block(const BlockCode& block, LaneMask active);
  void pass_arguments(const Frame& caller, const Frame& callee, const MachineOp& call, LaneMask lanes, bool returning);
  bool finish_block(const BlockCode*& block, const Ready*& next, LaneMask& active);
  bool go_to(std::uint32_t target, const BlockCode*& block, const Ready*& next);

  unsigned index_;
  LaneMask full_;
  LaneMask alive_ = 0;
  const Ready* next_ = nullptr;
  std::vector<StackEntry> stack_;
  std::vector<Frame> frames_;
  std::uint32_t frames_used_ = 0;
  std::optional<LoopSampler> sampler_;  ///< where MachineOptions::loop_sample asks for it
  std::uint64_t weight_ = 1;            ///< the observer knows of
  std::vector<std::byte> local_;
  std::uint64_t local_stride_ = 0, local_used_ = 0;
};

}  // namespace forewarp::emu
