// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/emulate/decode/frame_layout.hpp"
#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/decode/storage.hpp"

namespace forewarp::emu {

/// Decodes the body of one function. What needs more than a row per operand is in the files decode_*.cpp.
class SharedBases;

class FunctionDecoder {
 public:
  FunctionDecoder(Program& program, Storage& storage, FunctionCode& code, Isa isa);
  void run(bool sample_loops);

  // What the decoders of single instructions build with.
  [[nodiscard]] const ptx::Function& function() const { return *code_.function; }
  [[nodiscard]] FrameLayout& layout() { return layout_; }
  [[nodiscard]] unsigned width() const { return program_.width; }
  [[nodiscard]] Isa isa() const { return isa_; }
  [[nodiscard]] const Program& program() const { return program_; }
  /// An operation for this instruction, with position and function filled in.
  [[nodiscard]] MachineOp new_op(const ptx::Instruction& instruction) const;
  /// The row an operand is read from or written to, with slots of that many bytes per lane (0: predicate); immediates
  /// and special registers are read as type. nullopt for what cannot be a row.
  [[nodiscard]] std::optional<std::uint32_t> row_of(const ptx::Operand& operand, ptx::Type type, unsigned slot);
  /// Fills address_row, address_is_64, offset from an address operand (or a bare symbol or register), and
  /// resolves .param into the kernel's parameter block or the frame. False when the operand is no address.
  [[nodiscard]] bool set_address(MachineOp& op, const ptx::Operand& operand, ptx::StateSpace space);
  /// Numbers the operation as an access site.
  void add_site(MachineOp& op);
  [[nodiscard]] std::optional<Symbol> find(std::string_view name) const { return storage_.find(function(), name); }

 private:
  void decode_block(std::uint32_t index);
  void decode_instruction(const ptx::Instruction& instruction, SharedBases& bases);
  void note_written(const ptx::Instruction& instruction, SharedBases& bases);
  bool decode_lane(const ptx::Instruction& instruction);
  void decode_machine(const ptx::Instruction& instruction);
  bool decode_family(const ptx::Instruction& instruction, MachineOp& op);
  void refresh_clocks(const ptx::Instruction& instruction);
  void append(const ptx::Instruction& instruction, MachineOp op);
  [[nodiscard]] Terminator decode_end(std::uint32_t block);
  [[nodiscard]] std::uint32_t block_at(std::int32_t label) const;
  bool make_members_meet(const ptx::Instruction& instruction, const LaneInst& lane,
                         const std::vector<std::uint32_t>& rows);
  [[nodiscard]] std::optional<std::uint32_t> special_operand(const ptx::Operand& operand, ptx::Type type,
                                                             unsigned slot);
  [[nodiscard]] std::uint32_t symbol_row(const ptx::Operand& operand, unsigned slot, std::optional<Symbol> symbol);
  void set_register_parameters();

  Program& program_;
  Storage& storage_;
  FunctionCode& code_;
  Isa isa_;
  FrameLayout layout_;
  std::vector<std::size_t> row_starts_;  ///< by ready instruction: index of its first row
  std::uint32_t block_ = 0;              ///< being decoded
  std::uint32_t position_ = 0;           ///< instruction being decoded
};

/// The data operand's rows and the width of its registers; constants are as wide as the type. A register may be wider
/// than the type (ld.u8 into a 32-bit register), and all elements of a vector have one width. False where they do not.
[[nodiscard]] bool set_data(FunctionDecoder& decoder, MachineOp& op, const ptx::Operand& data, ptx::Type type);

/// The row of the address in a bulk copy's [mbar], of op.register_bytes bytes. False for an address with an offset.
[[nodiscard]] bool add_mbarrier(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op,
                                const ptx::Operand& mbarrier);
/// A store or reduction that an mbarrier learns of (st.async, red.async); `access` decodes the rest of it.
[[nodiscard]] bool decode_completing(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op,
                                     bool (*access)(FunctionDecoder&, const ptx::Instruction&, MachineOp&));

// One a family of instructions: fills op.fn and the rest; false when this form is not there.
bool decode_memory(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
/// Whether it is a load that may find what another thread has stored meanwhile: loops that wait are made of these.
[[nodiscard]] bool asks_for_news(const ptx::Instruction& instruction);
bool decode_atomic(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_barrier(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_call(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_address(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_async(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_mbarrier(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_wgmma(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_matrix(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_wmma(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_texture(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_surface(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_launch_control(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_tensor_map(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);
bool decode_plain(FunctionDecoder& decoder, const ptx::Instruction& instruction, MachineOp& op);

}  // namespace forewarp::emu
