// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the registers of a kernel depend on: words of its parameters, the contents of the buffers that these point to,
/// and the indices of thread and block. It answers two questions about guessed arguments: which role an integer has
/// (bound of an index, factor, trip count), and whether a guess decides how often a branch is taken.
///
/// The analysis is static, insensitive to flow, and follows values through registers, memory and calls. It also follows
/// control: a register that a branch assigns on one of its sides, and on another place as well, depends on what the
/// branch depends on; so does memory that is written there, unless the branch compares an index with numbers. A side
/// that leaves the kernel has no such registers. Two pointers are taken to point into different buffers unless one of
/// them was itself loaded from memory.
#include <bitset>
#include <cstdint>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

/// A word of the entry's parameters that the code reads: a scalar, a pointer, or a member of a struct.
struct ParameterWord {
  static constexpr std::uint32_t anywhere = 0xffffffff;  ///< offset of a word that is read through an address
  std::uint32_t parameter = 0, offset = 0;
  ptx::Type type = ptx::Type::none;
};

enum class Index : std::uint8_t { thread_x, thread_y, thread_z, block_x, block_y, block_z };

/// A set of parameter words, by their place in Dependence::words; the last one represents all beyond it.
using Words = std::bitset<128>;

/// What a value may depend on.
struct Sources {
  Words values;            ///< of these words
  Words contents;          ///< of the memory that these words point to
  std::bitset<6> indices;  ///< by Index
  bool variables = false;  ///< the contents of .global and .const variables

  Sources& operator|=(const Sources& other);
  bool operator==(const Sources&) const = default;
  /// Whether it depends on anything but indices.
  [[nodiscard]] bool data() const { return values.any() || contents.any() || variables; }
};

/// Where an address may point to.
struct Targets {
  Words words;  ///< what these words point to
  bool variable = false, local = false, shared = false;
  bool loaded = false;  ///< a pointer that lay in memory
  Targets& operator|=(const Targets& other);
  bool operator==(const Targets&) const = default;
  [[nodiscard]] bool none() const { return words.none() && !variable && !local && !shared && !loaded; }
};

/// A conditional branch, or one through a table.
struct BranchSite {
  const ptx::Function* function = nullptr;
  std::uint32_t instruction = 0;
  std::uint32_t block = 0;            ///< basic block that it ends
  bool leaves_loop = false;           ///< one side leaves a loop that the other stays in
  std::vector<std::uint32_t> region;  ///< basic blocks between it and where its sides meet again; all when they do not
  bool meets = false;                 ///< the sides meet again before the function ends
  Sources sources;
};

struct Dependence {
  struct FunctionValues {
    const ptx::Function* function = nullptr;
    std::vector<Sources> sources;  ///< by register
    std::vector<Targets> targets;
    std::vector<bool> used_as_address;  ///< by register: an address is made of it by addition
  };
  std::vector<ParameterWord> words;
  std::vector<FunctionValues> functions;  ///< the entry first, then what it may call
  std::vector<BranchSite> branches;
  Words pointers;        ///< words that are used as addresses or converted as such
  bool complete = true;  ///< false: the kernel was too large to be followed, and everything may depend on everything

  [[nodiscard]] const FunctionValues* values_of(const ptx::Function& function) const;
  [[nodiscard]] Sources sources_of(const ptx::Function& function, const ptx::Operand& operand) const;
  [[nodiscard]] Targets targets_of(const ptx::Function& function, const ptx::Operand& operand) const;
  /// Of everything that the instruction reads, its guard included.
  [[nodiscard]] Sources read_by(const ptx::Function& function, const ptx::Instruction& instruction) const;
  /// The same, and of the branches of its function that decide whether it runs.
  [[nodiscard]] Sources deciding(const ptx::Function& function, std::uint32_t instruction) const;
};

/// Follows the entry and every function of the module that it may call.
[[nodiscard]] Dependence dependence_of(const ptx::Module& module, const ptx::Function& entry);

}  // namespace forewarp::analysis
