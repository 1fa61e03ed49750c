// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// clusterlaunchcontrol: requests that never succeed.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

constexpr std::string_view request = R"(
    .shared .align 16 .b8 answer[16];
    .shared .align 8 .b64 bar;
    .reg .b128 %q1;
    mbarrier.init.shared::cta.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
    barrier.cluster.arrive; barrier.cluster.wait;
    mov.u32 %r10, %cluster_ctarank; setp.eq.u32 %p3, %r10, 0;)";
constexpr std::string_view rest = R"(
  WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;
    @!%p1 bra WAIT;
    ld.shared.b128 %q1, [answer];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q1;
    selp.u32 %r1, 7, 3, %p2;
    @%p2 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r2, %r3, %r4, _}, %q1;
    st.global.u32 [%slot], %r1;
    barrier.cluster.arrive; barrier.cluster.wait;)";

TEST(LaunchControl, ARequestIsAnsweredWithNo) {
  Kernel k(body(std::string(request) +
                "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [answer], [bar];" +
                std::string(rest)));
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(4));

  k.grid({4, 1, 1}).block({1, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 4), std::vector<std::uint32_t>(4, 3));  // every block runs
}

TEST(LaunchControl, AllBlocksOfAClusterMayGetTheAnswer) {
  Kernel k(body(std::string(request) +
                "@%p3 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
                ".multicast::cluster::all.b128 [answer], [bar];" +
                std::string(rest)));
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(4));

  k.grid({4, 1, 1}).cluster({2, 1, 1}).block({1, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 4), std::vector<std::uint32_t>(4, 3));
}

}  // namespace
}  // namespace forewarp::emu::test
