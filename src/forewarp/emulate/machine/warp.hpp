// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One warp: the lanes' places in the program, its call frames, its local memory, and the loop that runs it.
///
/// Lanes that are at one place and go on together form an entry of the stack. A divergent branch turns the top entry
/// into one that waits where those that neither return nor leave the loop meet (analysis/reconvergence.hpp), and pushes
/// an entry for each side; an entry that reaches the place where its parent waits is popped, and its lanes have
/// arrived. Lanes that leave a loop leave the entries that wait inside it, too (Warp::leave). Lanes leave a function by
/// ret and the kernel by exit: their bits go from Frame::returned and alive, and an entry whose mask becomes empty is
/// popped. The stack is a tree in pre-order (StackEntry::depth): parents are below their children, siblings side by
/// side, and only leaves can run. The top entry is always a leaf, and it is the one that runs.
///
///     if (lane < 8) f(); else g();  h();         depth 0   lanes 0-31 wait at h()
///                                                depth 1   lanes 8-31 in g(), with its turn to come
///                                                depth 1   lanes 0-7 in f(), running
///
/// Since Volta each lane makes progress by itself (CUDA C++ Programming Guide, "Independent Thread Scheduling"). The
/// machine keeps lanes together as long as they can go on, as the hardware does, and departs from the order of the
/// stack in four cases only (lanes.cpp):
///
///   1. The top entry waits, at a barrier or for other lanes of its warp. The lowest leaf that can run is rotated to
///      the top: it and each of its ancestors become the last of their siblings.
///   2. Lanes execute an instruction that names other lanes (.sync with a member mask, or bar.sync, which names all).
///      They wait until those have come to such an instruction too, or have left the kernel. Lanes that wait at the
///      same instruction become one entry again (Warp::meet).
///   3. No leaf can run, and lanes that have arrived where paths meet have nothing before them but the end of the
///      kernel. They go there, since a barrier does not wait for threads that have exited (Warp::send_off).
///   4. Every warp of the block does nothing but read values that do not change: the same instruction has read the
///      same values from the same addresses, and no lane of the block has stored anything since (Warp::polled). Then
///      the lanes that wait for each other are in one warp, and one of them must go on: another leaf has its turn,
///      or else lanes that have arrived where paths meet go ahead of those that they would wait for (Warp::give_way).
///
/// Case 4 is the lock that a lane takes while the others of its warp spin on it. The lane that has the lock has left
/// the loop and waits for the others; the others spin without end; so the lane goes ahead and gives the lock back. A
/// block in which no case helps and whose state comes back unchanged can never end, and is stopped (Cluster::run).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/decode/shared_bases.hpp"
#include "forewarp/emulate/machine/finding.hpp"
#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/sampling/loop_sampler.hpp"

namespace forewarp::emu {

class Block;
class MemoryBuffer;

struct Frame {
  const FunctionCode* code = nullptr;
  std::byte* regs = nullptr;
  std::uint64_t local_base = 0;            ///< of this frame in each thread's local memory
  LaneMask returned = 0;                   ///< lanes that have executed ret
  std::uint32_t caller = 0;                ///< frame that called
  const MachineOp* call = nullptr;         ///< the call instruction in the caller
  const FunctionCode* prepared = nullptr;  ///< whose constants the storage holds
  bool prepared_plain = false;             ///< and whether it is that of plain code
  std::unique_ptr<std::byte[]> storage;
  std::size_t capacity = 0;
};

/// What an entry waits for.
enum class Hold : std::uint8_t {
  none,
  barrier,  ///< of the block
  lanes,    ///< of its warp, that a meeting names
  pass      ///< nothing any more: its meeting has taken place, and it executes the instruction next
};

struct StackEntry {
  const BlockCode* block = nullptr;
  const Ready* next = nullptr;  ///< where in the block; nullptr: at its start, not entered yet
  std::uint32_t reconverge = analysis::Cfg::none;
  std::uint32_t frame = 0;
  LaneMask mask = 0;
  std::uint32_t depth = 0;  ///< number of its ancestors in the tree
  Hold hold = Hold::none;
};

/// Lanes that wait at an instruction for others of their warp.
struct Meeting {
  LaneMask lanes, members;  ///< who waits, and for whom (themselves included)
  bool whole;               ///< all members must come as one entry: a barrier of whole warps
  const MachineOp* op;
};

/// What the last execution of an instruction that can be used to wait for other threads (a load in a spin loop) read.
struct Poll {
  const MachineOp* op = nullptr;
  std::uint64_t changes = 0;  ///< Block::changes() then
  unsigned executions = 0;    ///< since that change
  std::uint64_t seen = 0;     ///< a hash of lanes, addresses and values
  std::uint64_t earlier = 0;  ///< the same of execution 1, 2, 4, 8, ...: loops that wait for a list of values
  unsigned repeats = 0;       ///< how often it was the same before
};

/// How the addresses of an access are laid out in host memory; only active lanes count.
enum class Pattern : std::uint8_t {
  linear,     ///< one after the other from Located::first on; all lanes
  uniform,    ///< all at Located::first; all lanes
  based,      ///< each at its address plus Located::bias
  scattered,  ///< anywhere: Located::host
};

/// What eight lanes in a row (0 to 7, 8 to 15, ...) of a based access of all lanes do.
enum class LaneGroups : std::uint8_t {
  any,
  uniform,  ///< all at one address
  linear,   ///< one after the other
};

/// The host memory of each lane's bytes of an access.
struct Located {
  Pattern pattern = Pattern::scattered;
  LaneGroups lane_groups = LaneGroups::any;
  std::byte* first = nullptr;
  std::uintptr_t bias = 0;
  const std::uint64_t* addresses = nullptr;  ///< of based lanes
  std::array<std::byte*, 64> host{};

  /// The bytes of one lane, of an access of `bytes` bytes per lane.
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

  /// Aligned inside a usual allocation: glibc before 2.38 does not use what an aligned one leaves behind again, and the
  /// heap of a program grew by its warps with each launch.
  static void* operator new(std::size_t bytes, std::align_val_t alignment);
  static void operator delete(void* warp, std::align_val_t alignment);

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
  [[nodiscard]] bool is_plain() const { return plain_; }

  /// A new frame for these lanes of frame `caller`, and the entry that starts it. call is null for the kernel itself.
  void push_call(const FunctionCode& callee, std::uint32_t caller, const MachineOp* call, LaneMask lanes);
  /// Splits the top entry over basic blocks; sides with an empty mask are left out.
  struct Side {
    std::uint32_t target;
    LaneMask mask;
  };
  void diverge(std::uint32_t reconverge, const Side* sides, unsigned count);
  /// The same at the end of a block, where sides may leave a loop. Returns how the only one that is left on top leaves
  /// it, too: for leave_loop().
  const analysis::Reconvergence::Leaving* spread(const BlockCode& at, const Side* sides, unsigned count);
  /// At the end of a block some of the lanes branch, but not all.
  const analysis::Reconvergence::Leaving* part(const BlockCode& at, LaneMask taken) {
    const Side sides[] = {{at.end.target, taken}, {at.end.next, stack_.back().mask & ~taken}};
    return spread(at, sides, 2);
  }
  /// All lanes of the top entry leave a loop.
  void leave_loop(const analysis::Reconvergence::Leaving* way);
  void leave_function(std::uint32_t frame, LaneMask lanes);
  /// Fills a row again whose value changes while the warp runs (%clock).
  void refresh(const EnteredRow& row);
  void leave_kernel(LaneMask lanes);
  /// Resumes the entry in which these lanes wait at a barrier.
  StackEntry& wake(LaneMask lanes);

  /// Whether these lanes, which execute op, may do so now: all members have come (or left the kernel). Else they wait
  /// and are to execute op again: the caller returns Flow::refetch. whole: members must come as one entry.
  bool meet(const MachineOp& op, LaneMask active, LaneMask members, bool whole);
  /// op reads a value that another thread may change: records what it read. An execution that reads the same as the
  /// previous ones, with no store in the block between them, ends the slice of the warp and marks it stalled.
  void polled(const MachineOp& op, LaneMask active);
  /// The same for an instruction that reads nothing but occurs in spin loops (fences, nanosleep).
  void polled_blindly(const MachineOp& op);
  /// Whether such an instruction ended the last slice, or one since the last store in the block.
  [[nodiscard]] bool stalled() const;
  /// Schedules other lanes of the warp than those that have run so far; false when there are none.
  bool give_way();
  /// A hash of everything that determines what the warp does next.
  [[nodiscard]] std::uint64_t state_hash() const;
  /// Before a ready instruction of a block that has begun, with the lanes that execute it.
  struct Position {
    const BlockCode* block = nullptr;
    const Ready* next = nullptr;
    LaneMask lanes = 0;
  };
  /// Goes to basic block `target` of the top entry's function, or where the warp executes then, which may be with other
  /// lanes. False where it does not execute now: Flow::refetch.
  bool advance_to(std::uint32_t target, Position& at) { return go_to(target, at) || take_up(at); }
  /// The warp executes there after the machine operation that is running.
  Flow continue_at(const Position& at) {
    stack_.back().block = at.block;
    stack_.back().next = at.next;
    return Flow::moved;
  }
  /// Where the top entry goes on after the machine operation that is running.
  void save_position() { stack_.back().next = next_; }

  /// Host bytes of a thread's local memory.
  [[nodiscard]] std::byte* local(unsigned lane) { return local_.data() + lane * local_stride_; }
  [[nodiscard]] std::uint64_t local_bytes() const { return local_used_; }
  [[nodiscard]] std::uint64_t local_stride() const { return local_stride_; }

  /// Throws a KernelFault: one line that describes the error in the lowest of these lanes.
  [[noreturn]] void fault(const MachineOp& op, LaneMask lanes, const std::string& message,
                          FindingKind kind = FindingKind::other) const;
  [[noreturn]] void fault(const BlockCode& block, LaneMask lanes, const std::string& message) const;

  /// The same where checks collect what they find (MachineOptions::collect): then it is kept, and the warp goes on.
  void report(FindingKind kind, const MachineOp& op, LaneMask lanes, const std::string& message,
              std::uint64_t address = 0) const;
  /// Counts one more occurrence of what has been reported of op already; false where report() is to be called.
  [[nodiscard]] bool reported(FindingKind kind, const MachineOp& op) const;

  Block& block;
  std::byte* regs = nullptr;   ///< of the top entry's frame
  std::uint64_t executed = 0;  ///< warp instructions of the basic blocks entered
  std::int64_t slice = 0;      ///< what is left until another warp's turn
  alignas(64) std::array<std::uint64_t, 64> addresses{};
  std::array<AffineRow, SharedBases::places> bases;     ///< descriptions of address rows
  alignas(64) std::array<std::uint64_t, 64> offsets{};  ///< of a generic access, window taken off
  Located located;                                      ///< the access that is running
  std::array<MemoryBuffer*, 16> recent{};               ///< buffers that accesses were in, by their sites

 private:
  WarpState settle();
  [[nodiscard]] const std::deque<MachineOp>& operations() const { return frames_[stack_.back().frame].code->ops; }
  [[nodiscard]] Position position() const { return {stack_.back().block, stack_.back().next, stack_.back().mask}; }
  [[nodiscard]] const std::vector<BlockCode>* choose_blocks() const;
  [[nodiscard]] const std::vector<BlockCode>& blocks_of(const FunctionCode& code) const {
    return &code == entry_ ? *entry_blocks_ : code.blocks;
  }
  void run_prologue(const FunctionCode& code);
  [[nodiscard]] LaneMask live(const StackEntry& entry) const {
    return entry.mask & alive_ & ~frames_[entry.frame].returned;
  }
  [[nodiscard]] bool is_leaf(std::size_t i) const {
    return i + 1 == stack_.size() || stack_[i + 1].depth <= stack_[i].depth;
  }
  [[nodiscard]] bool can_run(std::size_t i) const;
  [[nodiscard]] std::size_t end_of_subtree(std::size_t i) const;
  [[nodiscard]] LaneMask arrived(std::size_t i) const;
  [[nodiscard]] bool leads_to_exit(const StackEntry& entry) const;
  void prune();
  void bring_up(std::size_t i);
  void release(std::size_t i);
  bool turn();
  bool turn_to_leaf();
  bool open_meetings();
  bool send_off();
  bool force_meeting();
  void merge_siblings();
  void merge(std::size_t to, std::size_t from);
  Meeting* meeting_of(LaneMask lanes);
  Poll& poll_of(const MachineOp& op);
  void stall_after(Poll& poll, unsigned enough);
  void trim_frames();
  void enter_frame(Frame& frame, const FunctionCode& code);
  void release_frames(std::uint32_t keep);
  void reserve_local(std::uint64_t bytes_a_thread);
  void report_weight();
  void begin_block(const BlockCode& block, LaneMask active);
  void pass_arguments(const Frame& caller, const Frame& callee, const MachineOp& call, LaneMask lanes, bool returning);
  bool finish_block(Position& at);
  bool go_to(std::uint32_t target, Position& at);
  void leave(const analysis::Reconvergence::Leaving& way, LaneMask lanes);
  [[nodiscard]] std::size_t parent_of(std::size_t i) const;
  bool take_up(Position& at);

  unsigned index_;
  LaneMask full_;
  LaneMask alive_ = 0;
  bool plain_ = false;  ///< this block has no observer: plain code runs
  const FunctionCode* entry_ = nullptr;
  const std::vector<BlockCode>* entry_blocks_ = nullptr;  ///< what this block runs of it
  const Ready* next_ = nullptr;
  std::vector<StackEntry> stack_;
  std::vector<Meeting> meetings_;
  std::vector<Poll> polls_;             ///< one for each instruction at most
  WarpState state_ = WarpState::ready;  ///< when an entry was looked for the last time
  bool stalled_ = false;
  std::optional<std::uint64_t> stalled_at_;  ///< Block::changes() when a slice ended so for the last time
  unsigned turned_ = 0;                      ///< leaves that had their turn since something changed
  std::uint64_t turned_changes_ = 0;         ///< Block::changes() then
  std::vector<Frame> frames_;
  std::uint32_t frames_used_ = 0;
  std::optional<LoopSampler> sampler_;  ///< where MachineOptions::loop_sample asks for it
  std::uint64_t weight_ = 1;            ///< the observer knows of
  std::vector<std::byte> local_;
  std::uint64_t local_stride_ = 0, local_used_ = 0;
};

}  // namespace forewarp::emu
