// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What arrives at the first process of a job: bytes of a connection before and after the greeting, and the results
// that frames carry. What can be read comes back the same from its own bytes.
#include <cstdlib>

#include "forewarp/model/rank/candidate_bytes.hpp"
#include "forewarp/support/distribute/connection.hpp"
#include "fuzz/target.hpp"

namespace {

template <typename T>
void there_and_back(const std::string& bytes) {
  forewarp::test::answer([&] {
    T value, again;
    forewarp::unpack(bytes, value);
    const std::string once = forewarp::packed(value);
    forewarp::unpack(once, again);
    if (forewarp::packed(again) != once) std::abort();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forewarp;
  const std::string bytes = test::text_of(data, size);
  test::answer([&] {
    distribute::Opener opener("key");
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
      opener.add(std::string_view(bytes).substr(at, 7));
      while (opener.next()) {
      }
    }
  });
  test::answer([&] { (void)distribute::place_from(bytes); });
  there_and_back<distribute::Greeting>(bytes);
  there_and_back<distribute::Failure>(bytes);
  there_and_back<rank::Candidate>(bytes);
  there_and_back<rank::Results>(bytes);
  return 0;
}
