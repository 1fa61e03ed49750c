// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/capability.hpp"

#include <array>

namespace forewarp::ptx {
namespace {

/// An instruction that begins so and has this modifier ("" for any); the first that fits counts.
struct Requirement {
  std::string_view begin, modifier;
  unsigned capability;
};

constexpr std::array requirements{
    Requirement{"mma.", ".e4m3", 89},       Requirement{"mma.", ".e5m2", 89},     Requirement{"mma.", ".f64", 80},
    Requirement{"mma.", ".bf16", 80},       Requirement{"mma.", ".tf32", 80},     Requirement{"mma.", ".m16n8k8", 75},
    Requirement{"mma.", ".m16n8", 80},      Requirement{"mma.", ".m8n8k4", 70},   Requirement{"mma.", "", 75},
    Requirement{"wmma.", ".bf16", 80},      Requirement{"wmma.", ".tf32", 80},    Requirement{"wmma.", ".f64", 80},
    Requirement{"wmma.", ".s4", 75},        Requirement{"wmma.", ".u4", 75},      Requirement{"wmma.", ".b1", 75},
    Requirement{"wmma.", ".s8", 72},        Requirement{"wmma.", ".u8", 72},      Requirement{"wmma.", "", 70},
    Requirement{"wgmma.", "", 90},          Requirement{"ldmatrix.", "", 75},     Requirement{"movmatrix.", "", 75},
    Requirement{"stmatrix.", "", 90},       Requirement{"cp.async.bulk", "", 90}, Requirement{"cp.async.", "", 80},
    Requirement{"cp.reduce.async", "", 90}, Requirement{"redux.", "", 80},        Requirement{"mbarrier.", "", 80},
    Requirement{"elect.", "", 90},          Requirement{"dp4a.", "", 61},         Requirement{"dp2a.", "", 61},
    Requirement{"tanh.", "", 75},           Requirement{"atom.", ".add.f64", 60}, Requirement{"red.", ".add.f64", 60},
    Requirement{"atom.", ".b16", 70},       Requirement{"atom.", ".f16x2", 60},   Requirement{"fma.", ".bf16", 80},
    Requirement{"fma.", ".f16", 53},        Requirement{"add.", ".f16", 53},      Requirement{"sub.", ".f16", 53},
    Requirement{"mul.", ".f16", 53},
};

}  // namespace

unsigned required_capability(std::string_view mnemonic) {
  if (mnemonic.size() < 2) return 0;
  // Two letters distinguish nearly all: this runs for every kind of instruction of every prediction.
  for (const Requirement& r : requirements)
    if (mnemonic[0] == r.begin[0] && mnemonic[1] == r.begin[1] && mnemonic.starts_with(r.begin) &&
        mnemonic.find(r.modifier) != std::string_view::npos)
      return r.capability;
  return 0;
}

unsigned last_capability(std::string_view mnemonic) { return mnemonic.starts_with("wgmma.") ? 90 : 0; }

}  // namespace forewarp::ptx
