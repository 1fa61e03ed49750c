// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/traverse.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/learn/trees/traverse_avx512.hpp"

namespace forewarp::learn::trees {
namespace {

/// More than the outstanding cache misses of a current core.
constexpr std::size_t in_flight = 16;

/// With fewer trees most vector lanes would be idle.
constexpr std::size_t worth_vectors = 32;

/// Each step of a traversal waits for one cache miss, so 16 of them take turns: while one waits, the others advance.
/// begin(i) starts the i-th traversal, end(index, leaf) takes its result, and a finished one is replaced by the next.
///
/// Invariant: traversals[0, active) are unfinished, all those below `next` have started. O(sum of depths) steps, about
/// depth * count / 16 waits for memory.
///
/// One step: compare x[feature] with the threshold (NaN goes left), then test the leaf bit of that side. left_leaf << 1
/// is right_leaf, so left_leaf << right is the bit. A leaf is 2 * slot + right: the right side of node 5 is leaf 11.
struct Traversal {
  const PackedNode* first = nullptr;
  const float* x = nullptr;
  std::uint32_t slot = 0;
  std::uint32_t index = 0;
};

template <typename Begin, typename End>
void traverse_all(std::size_t count, unsigned slot_bits, const Begin& begin, const End& end) {
  Traversal traversals[in_flight];
  const std::uint32_t slot_mask = (1U << slot_bits) - 1;
  std::size_t active = std::min(count, in_flight), next = active;
  for (std::size_t i = 0; i < active; ++i) traversals[i] = begin(i);
  while (active > 0) {
    for (std::size_t k = 0; k < active; ++k) {
      Traversal& walk = traversals[k];
      const PackedNode node = walk.first[walk.slot];
      const std::uint32_t right =
          walk.x[(node.word & ~(PackedNode::left_leaf | PackedNode::right_leaf)) >> slot_bits] > node.threshold ? 1 : 0;
      if ((node.word & PackedNode::left_leaf << right) == 0) [[likely]] {
        walk.slot = (node.word & slot_mask) + right;
        continue;
      }
      end(walk.index, 2 * walk.slot + right);
      if (next < count)
        walk = begin(next++);
      else
        walk = traversals[--active];
    }
  }
}

}  // namespace

void leaves_of_sample(const PackedView& forest, const float* x, std::size_t first, std::span<std::uint64_t> leaf,
                      InstructionSet isa) {
  if (isa >= InstructionSet::x86_64_v4 && leaf.size() >= worth_vectors && fits_registers(forest, first, leaf.size()))
    return leaves_by_registers(forest, x, first, leaf);
  traverse_all(
      leaf.size(), forest.slot_bits,
      [&](std::size_t i) {
        return Traversal{forest.nodes.data() + forest.node_begin[first + i], x, 0, static_cast<std::uint32_t>(i)};
      },
      [&](std::uint32_t i, std::uint32_t at) { leaf[i] = 2 * forest.node_begin[first + i] + at; });
}

/// The vector version advances all samples while whole groups of them remain; the scalar one finishes the rest.
void leaves_of_tree(const PackedView& forest, std::size_t tree, FloatRows rows, std::span<std::uint32_t> leaf,
                    TraverseBuffer& buffer, InstructionSet isa) {
  const PackedNode* const root = forest.nodes.data() + forest.node_begin[tree];
  buffer.start(leaf.size());
  std::size_t left = leaf.size();
  if (isa >= InstructionSet::x86_64_v3)
    left = traverse_avx2(root, forest.slot_bits, rows, {buffer.row.data(), buffer.node.data()}, left, leaf.data());
  traverse_all(
      left, forest.slot_bits,
      [&](std::size_t i) {
        const std::uint32_t row = buffer.row[i];
        return Traversal{root, rows.x + row * rows.stride, buffer.node[i], row};
      },
      [&](std::uint32_t row, std::uint32_t at) { leaf[row] = at; });
}

void TraverseBuffer::start(std::size_t rows) {
  row.resize(rows);
  std::iota(row.begin(), row.end(), 0U);
  node.assign(rows, 0);
}

}  // namespace forewarp::learn::trees
