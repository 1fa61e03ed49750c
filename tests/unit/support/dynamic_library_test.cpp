// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/dynamic_library.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

std::string unavailable(const std::function<void()>& action) {
  try {
    action();
  } catch (const Unavailable& error) {
    return error.what();
  }
  return "no error";
}

TEST(DynamicLibrary, OneThatIsNotHereIsNamedWithWhatItIsFor) {
  EXPECT_EQ(unavailable([] {
              DynamicLibrary("FOREWARP_TEST_NONE", {"libnowhere.so.1", "libnowhere.so"}, "Nothing needs it");
            }),
            "Nothing needs it: libnowhere.so.1: cannot open shared object file: No such file or directory");
}

TEST(DynamicLibrary, AVariableNamesAnotherOrSwitchesItOff) {
  ::setenv("FOREWARP_TEST_LIBRARY", "libnowhere.so", 1);
  EXPECT_NE(unavailable([] { DynamicLibrary("FOREWARP_TEST_LIBRARY", {"libc.so.6"}, "Text"); }).find("libnowhere.so"),
            std::string::npos);
  ::setenv("FOREWARP_TEST_LIBRARY", "off", 1);
  EXPECT_EQ(unavailable([] { DynamicLibrary("FOREWARP_TEST_LIBRARY", {"libc.so.6"}, "Text"); }),
            "Text: FOREWARP_TEST_LIBRARY is off");
  ::setenv("FOREWARP_TEST_LIBRARY", "libc.so.6", 1);
  EXPECT_EQ(DynamicLibrary("FOREWARP_TEST_LIBRARY", {"libnowhere.so"}, "Text").name(), "libc.so.6");
}

TEST(DynamicLibrary, AFunctionThatIsMissingIsNamed) {
  const DynamicLibrary library("FOREWARP_TEST_NONE", {"libc.so.6"}, "Text");

  EXPECT_EQ(unavailable([&] { (void)library.required("no_such_function"); }),
            "libc.so.6 has no function no_such_function: it is too old");
  int (*function)(int) = library.required("abs");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function(-3), 3);
}

TEST(DynamicLibrary, ThatIsOpenedByNameMayBeAbsent) {
  std::string reason;
  EXPECT_FALSE(DynamicLibrary::open("libnowhere.so", DynamicLibrary::Scope::global, &reason));
  EXPECT_EQ(reason, "libnowhere.so: cannot open shared object file: No such file or directory");
  const auto library = DynamicLibrary::open("libc.so.6");
  ASSERT_TRUE(library);
  int (*there)() = library->optional("getpid"), (*absent)() = library->optional("no_such_function");

  EXPECT_NE(there, nullptr);
  EXPECT_EQ(absent, nullptr);
}

}  // namespace
}  // namespace forewarp
