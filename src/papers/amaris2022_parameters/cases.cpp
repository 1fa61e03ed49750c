// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_parameters/cases.hpp"

#include <regex>

namespace forewarp::papers::amaris2022_parameters {
namespace {

using model::bsp::Counted;

constexpr std::string_view product_why =
    "as printed: one fused multiply-add a step, two operands from global memory or shared memory";
constexpr std::string_view tile_why =
    "in tiles a thread loads 2 N / BS elements from global memory and stores as many to shared memory; the print "
    "leaves ld1 at 2 N and st0 at 1, as if there were no tiles";
constexpr std::string_view lud_why = "the paper has no parameters: its model was not used on this kernel";

const std::vector<Case> all_cases = {
    {"MMGU", "matmul_global_uncoalesced", "4", "MMGU MMGC", {"n=256"}, {{"N", 256}}, Counted::floating, product_why},
    {"MMGC", "matmul_global_coalesced", "4", "MMGU MMGC", {"n=256"}, {{"N", 256}}, Counted::floating, product_why},
    {"MMSU", "matmul_shared_uncoalesced", "4", "MMSU MMSC", {"n=256"}, {{"N", 256}}, Counted::floating, tile_why},
    {"MMSC", "matmul_shared_coalesced", "4", "MMSU MMSC", {"n=256"}, {{"N", 256}}, Counted::floating, tile_why},
    {"MAU", "matrix_add_uncoalesced", "4", "MAU", {"n=256"}, {{"N", 256}}, Counted::floating, "as printed"},
    {"MAC", "matrix_add_coalesced", "4", "MAC", {"n=256"}, {{"N", 256}}, Counted::floating, "as printed"},
    {"vAdd", "vector_add", "4", "vAdd", {"n=65536"}, {{"N", 65536}}, Counted::floating, "as printed"},
    {"dotP",
     "dot_product",
     "4",
     "dotP",
     {"n=131072"},
     {{"N", 131072}, {"BS", 256}, {"GS", 512}},
     Counted::floating,
     "the print counts a division, of which a dot product has none, and log(BS) steps for every thread, of which "
     "half drop out at each; a block stores one number, 1/BS a thread and not 1/GS"},
    {"MSA",
     "maximum_subarray",
     "4",
     "MSA",
     {"n=1048576"},
     {{"N", 1048576}, {"t", 4096}, {"BS", 128}},
     Counted::all,
     "integers: an element's two sums and three maxima are 120 cycles, with addresses, predicates and counters of "
     "loops 239; the print has 100; four results a thread, the print has five; every thread stores to shared memory "
     "what it loads, N/t, and not N/BS"},
    {"BCK-1",
     "backprop_layer_forward",
     "6",
     "BCK-1",
     {"n=8192"},
     {{"BS", 16}, {"GS", 512}},
     Counted::floating,
     "one product and 15/16 of a sum a thread; the print's 404 cycles lie between that and the count with integers, "
     "so that some of the addresses and the tree's powers of two may be in it; 16 of 256 threads load an input and "
     "store a sum, the print has two loads each and 1/GS; in shared memory a thread stores its product and less than "
     "one sum, not BS"},
    {"BCK-2",
     "backprop_adjust_weights",
     "6",
     "BCK-2",
     {"n=8192"},
     {{"BS", 16}, {"GS", 512}},
     Counted::floating,
     "both the weight and its last move are stored: two, the print has one; the print's 116 cycles would be two "
     "products, two sums and two fused"},
    {"GAU-1",
     "gaussian_fan1",
     "6",
     "GAU-1",
     {"n=1024"},
     {},
     Counted::floating,
     "the division's dividend and divisor are both loaded, the print counts one; a division is 96 cycles; the "
     "print's 36 is unexplained"},
    {"GAU-2",
     "gaussian_fan2",
     "6",
     "GAU-2",
     {"n=512"},
     {},
     Counted::floating,
     "a product and a difference are one fused multiply-add here; the print's 96 lie between that and the count with "
     "integers; the right-hand side adds 2 loads for one thread in n"},
    {"HWL",
     "heartwall_track",
     "6",
     "HWL",
     {"points=8"},
     {},
     Counted::floating,
     "a kernel like it, not it: the paper's counts are from nvprof; ours keeps frame and template in shared memory, "
     "289 places of 256 pixels on 256 threads"},
    {"HOT",
     "hotspot",
     "6",
     "HOT",
     {"n=512"},
     {},
     Counted::floating,
     "two steps a launch for the cells that are still right; the print's 500 cycles lie between that and the count "
     "with integers; 144 of a block's 256 threads store a cell (fewer at the edge), the print has every thread; each "
     "step loads four neighbours from shared memory and stores one cell"},
    {"LUD-1", "lud_diagonal", "", "", {"n=512"}, {}, Counted::floating, lud_why},
    {"LUD-2", "lud_perimeter", "", "", {"n=512"}, {}, Counted::floating, lud_why},
    {"LUD-3", "lud_internal", "", "", {"n=512"}, {}, Counted::floating, lud_why},
    {"NDL-1", "needleman_wunsch_1", "", "", {"n=1024"}, {}, Counted::all, lud_why},
    {"NDL-2", "needleman_wunsch_2", "", "", {"n=1024"}, {}, Counted::all, lud_why},
};

}  // namespace

const std::vector<Case>& cases() { return all_cases; }

double printed_value(const std::string& formula, const launch::Parameters& letters) {
  std::string text = std::regex_replace(formula, std::regex(R"(\blog\()"), "log2(");
  text = std::regex_replace(text, std::regex(R"(\b(\d+)/)"), "$1.0/");
  launch::Parameters all = letters;
  all["FMA"] = 2;
  return launch::Expression::parse(text).real(all);
}

}  // namespace forewarp::papers::amaris2022_parameters
