// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel made ready to run: per basic block an array of instructions whose operands are byte offsets into the
/// register file of a frame. Decoding happens once a Machine; running touches nothing of ptx:: but for messages.
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/emulate/machine/affine.hpp"
#include "forewarp/emulate/machine/classify_addresses.hpp"
#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/emulate/machine/observer.hpp"
#include "forewarp/emulate/machine/quick_access.hpp"
#include "forewarp/emulate/sampling/loop_sampler.hpp"
#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/reconvergence.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu {

class Warp;
struct MachineOp;
struct WmmaPlan;
struct FunctionCode;

/// What the warp does after a machine operation.
enum class Flow : std::uint8_t {
  next,     ///< the next instruction
  moved,    ///< go on where the stack's top entry is, with the same lanes
  refetch,  ///< the reconvergence stack changed: look at its top
};
using AtomicFn = std::uint64_t (*)(std::uint64_t old, std::uint64_t b, std::uint64_t c);
using MachineFn = Flow (*)(Warp&, const MachineOp&, LaneMask active);

/// A row of the frame that is filled when a frame is entered rather than when the program is decoded.
struct EnteredRow {
  enum class Kind : std::uint8_t { special, local_address, refreshed };
  Kind kind{};
  ptx::Special special{};
  std::uint8_t component = 0;
  std::uint8_t bytes = 4;        ///< 4 or 8 a lane
  std::uint8_t value_bytes = 4;  ///< 2 for a 16-bit read
  std::uint32_t offset = 0;      ///< of the row
  std::uint64_t addend = 0;      ///< of a local address: offset in the frame's local memory
};

/// A parameter or result of a function, or what a call passes for it.
struct FrameVariable {
  bool is_register = false;
  bool is_predicate = false;       ///< of a register: the row is a mask
  std::uint32_t row = 0;           ///< of a register, or of a constant passed
  std::uint32_t slot_bytes = 0;    ///< a lane of that row
  std::uint64_t local_offset = 0;  ///< else: in the frame's local memory
  std::uint64_t bytes = 0;
};

/// An instruction that lanes/ does not compute: memory, control, synchronisation, special registers.
struct MachineOp {
  MachineFn fn = nullptr;
  ClassifyAddressesFn examine = nullptr;  ///< of an access
  CheckAddressesFn check = nullptr;       ///< of an access by some lanes
  DescribeFn describe = nullptr;
  PlaceFn place = nullptr;
  AtomicFn combine = nullptr;  ///< of atom and red
  QuickAccess quick;           ///< of a load or store
  const FunctionCode* function = nullptr;
  std::uint32_t instruction = 0;  ///< index in the PTX body
  std::uint32_t site = 0;         ///< ProgramMap::sites index of an access
  std::uint32_t position = 0;     ///< instructions of the basic block before this one
  ptx::StateSpace space = ptx::StateSpace::none;
  AccessKind kind = AccessKind::load;
  bool is_signed = false;            ///< of a load narrower than its register
  bool is_param = false;             ///< .param space of a device function: lies in local memory
  bool reaches_cluster = false;      ///< its shared addresses may be those of other blocks of the cluster
  bool is_constant_address = false;  ///< the address row is one number for all lanes, offset included
  bool address_is_64 = true;         ///< the address row has 8 bytes a lane
  bool shares_base = false;          ///< the warp's description at base_place is of this access's address row
  std::uint8_t base_place = 0;       ///< where the warp keeps the description of the address row
  std::uint8_t elements = 1;         ///< of a vector access
  std::uint8_t element_bytes = 0;    ///< in memory, one element
  std::uint8_t register_bytes = 0;   ///< of the data registers (2 for 16-bit ones, which have 4-byte slots)
  std::uint16_t access_bytes = 0;    ///< elements * element_bytes
  std::uint32_t address_row = LaneInst::absent_row;
  std::int64_t offset = 0;
  std::vector<std::uint32_t> rows;                          ///< data and other operands, by operation
  std::uint32_t negated = 0;                                ///< bit i: rows[i] is a predicate read as !p
  std::uint32_t control = 0;                                ///< by operation
  std::uint32_t control2 = 0;                               ///< by operation
  std::shared_ptr<const MachineOp> second;                  ///< of a copy: where it reads
  std::shared_ptr<const WmmaPlan> wmma;                     ///< of a wmma instruction
  EnteredRow refreshed;                                     ///< of a read of the clock
  std::vector<std::uint32_t> targets;                       ///< of brx: basic blocks
  std::vector<const FunctionCode*> callees;                 ///< of a direct call: one
  std::vector<FrameVariable> call_returns, call_arguments;  ///< where the caller keeps them
  MachineFn polled = nullptr;                               ///< what run_poll and run_blind_poll execute
  LaneInst lane;                                            ///< what run_with_members executes
};

/// An instruction of a basic block: a lane operation, or (fn null) operation number control of the function's ops.
struct Ready {
  LaneInst lane;
  std::uint32_t guard = LaneInst::absent_row;
  std::uint32_t guard_negated = 0;
};

/// What selection says of a lane operation (LaneChoice) beyond what executing it needs. letters: one for each row.
struct LaneText {
  const char* scalar = nullptr;
  const char* letters = "";
  std::uint8_t destinations = 0;
  Fusion fusion = Fusion::none;
};

/// How a basic block ends.
struct Terminator {
  enum class Kind : std::uint8_t { fall, branch, table, leave_function, leave_kernel };
  Kind kind = Kind::fall;
  bool guard_negated = false;
  std::uint32_t guard = LaneInst::absent_row;
  std::uint32_t target = analysis::Cfg::none;
  std::uint32_t next = analysis::Cfg::none;  ///< in text order
  std::uint32_t op = 0;                      ///< of table: which machine operation
};

struct BlockCode {
  const Ready* first = nullptr;
  const Ready* last = nullptr;
  Terminator end;
  std::uint32_t index = 0;                                     ///< in the function
  std::uint32_t id = 0;                                        ///< in the ProgramMap
  std::uint32_t instructions = 0;                              ///< of the PTX text
  std::uint32_t reconverge = analysis::Cfg::none;              ///< where lanes that part at its end meet
  std::span<const analysis::Reconvergence::Leaving> leavings;  ///< its ways out of loops
  std::int32_t loop = -1;                                      ///< Cfg::loops index when this is a loop's header
  std::uint32_t hoisted_accesses = 0;  ///< of PlainCode: accesses of its prologue that stood here
  bool hoisted_operations = false;     ///< of PlainCode: machine operations of its prologue stood here
};

/// How the block leaves a loop that way; nullptr: it does not.
[[nodiscard]] inline const analysis::Reconvergence::Leaving* leaving(const BlockCode& block, std::uint32_t target) {
  for (const analysis::Reconvergence::Leaving& way : block.leavings)
    if (way.to == target) return &way;
  return nullptr;
}

/// Of the lanes that part at the end of the block those that branch go on first, not those behind it: those that leave
/// a loop or are where others meet them come later.
[[nodiscard]] inline bool goes_on_by_branch(const BlockCode& block) {
  if (leaving(block, block.end.target) != nullptr) return false;
  return leaving(block, block.end.next) != nullptr || block.end.next == block.reconverge;
}

/// The same code for warps without observers (plain_code.hpp).
struct PlainCode {
  std::vector<BlockCode> blocks;
  std::vector<Ready> ready;
  std::vector<std::uint32_t> origin;  ///< of each ready one: its number in FunctionCode::ready
  std::vector<Ready> prologue;        ///< executed once a warp and launch
  struct Bytes {
    std::uint32_t offset, count;
  };
  std::vector<Bytes> zeroed;  ///< of the frame, on entry
};

struct FunctionCode {
  const ptx::Function* function = nullptr;
  analysis::Cfg cfg;
  std::uint32_t first_block = 0;  ///< ProgramMap::blocks index of block 0
  std::uint64_t address = 0;      ///< what mov of its name gives
  bool has_body = false;

  std::vector<LoopPlan> loop_plans;  ///< by Cfg::loops, where loops are sampled
  std::vector<BlockCode> blocks;
  analysis::Reconvergence reconvergence;
  std::vector<Ready> ready;
  std::vector<std::uint32_t> positions;  ///< of each ready one: the PTX instruction
  std::vector<LaneText> texts;           ///< of each ready one
  PlainCode plain;
  std::deque<MachineOp> ops;
  std::vector<std::uint32_t> rows;  ///< LaneInst::rows point here

  std::uint32_t frame_bytes = 0;     ///< registers and constant rows
  std::uint32_t register_bytes = 0;  ///< zeroed on entry
  std::vector<std::byte> constants;  ///< image of [frame_bytes - constants.size(), frame_bytes)
  std::vector<EnteredRow> entered;
  std::uint64_t local_bytes = 0;  ///< a thread's, of one frame: .local variables and .param storage
  std::vector<FrameVariable> parameters, returns;
};

/// Everything the entry can reach.
struct Program {
  const ptx::Module* module = nullptr;
  unsigned width = 32;
  std::vector<std::unique_ptr<FunctionCode>> functions;  ///< [0] is the entry
  std::map<std::string_view, FunctionCode*> by_name;
  ProgramMap map;
  std::uint64_t static_shared_bytes = 0;
  std::uint64_t shared_alignment = 16;
  std::uint64_t parameter_bytes = 0;  ///< of the entry
  bool synchronises_grid = false;     ///< reads the workspace of a cooperative launch: its blocks wait for each other
  bool uses_heap = false;             ///< calls malloc or free
  bool reads_reserved = false;        ///< asks where the reserved shared memory is
  std::vector<std::uint64_t> parameter_offsets;
  std::map<std::string_view, std::uint64_t> variables;  ///< device addresses of .global and .const variables

  [[nodiscard]] const FunctionCode& entry() const { return *functions.front(); }
  [[nodiscard]] const FunctionCode* function_at(std::uint64_t address) const;
};

/// "file.ptx:12 (file.cu:3)" for messages.
[[nodiscard]] std::string place_of(const Program& program, const ptx::Function& function, std::uint32_t instruction);

}  // namespace forewarp::emu
