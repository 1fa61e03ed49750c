// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/opcode.hpp"

#include <algorithm>
#include <array>

#include "forewarp/frontend/ptx/detail/name_map.hpp"

namespace forewarp::ptx {
namespace {

constexpr std::string_view opcode_words[] = {
    "",
#define FOREWARP_OPCODE(enumerator, word, ...) word,
#include "forewarp/frontend/ptx/opcodes.def"
#undef FOREWARP_OPCODE
};

constexpr std::string_view special_words[] = {
    "",
#define FOREWARP_SPECIAL(enumerator, word, value) word,
#include "forewarp/frontend/ptx/specials.def"
#undef FOREWARP_SPECIAL
};

template <class Enum>
detail::NameMap<Enum> index_of(auto& words) {
  detail::NameMap<Enum> map;
  for (std::size_t i = 1; i < std::size(words); ++i) map[words[i]] = static_cast<Enum>(i);
  return map;
}

}  // namespace

Opcode opcode_from(std::string_view word) {
  static const auto index = index_of<Opcode>(opcode_words);
  const Opcode* opcode = index.find(word);
  return opcode != nullptr ? *opcode : Opcode::unknown;
}

Opcode opcode_of(std::string_view mnemonic) {
  const Opcode opcode = opcode_from(mnemonic.substr(0, mnemonic.find('.')));
  if (opcode != Opcode::wmma) return opcode;
  if (mnemonic.starts_with("wmma.load.")) return Opcode::wmma_load;
  return mnemonic.starts_with("wmma.store.") ? Opcode::wmma_store : opcode;
}

std::string_view name_of(Opcode opcode) { return opcode_words[static_cast<std::size_t>(opcode)]; }

Special special_from(std::string_view word) {
  static const auto index = index_of<Special>(special_words);
  const Special* special = index.find(word);
  return special != nullptr ? *special : Special::none;
}

std::string_view name_of(Special special) { return special_words[static_cast<std::size_t>(special)]; }

bool has_components(Special special) {
  constexpr std::array vectors = {Special::tid,           Special::ntid,          Special::ctaid,
                                  Special::nctaid,        Special::clusterid,     Special::nclusterid,
                                  Special::cluster_ctaid, Special::cluster_nctaid};
  return std::find(vectors.begin(), vectors.end(), special) != vectors.end();
}

}  // namespace forewarp::ptx
