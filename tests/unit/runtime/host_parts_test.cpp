// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What surrounds a program on the host: its environment, its process, its sources, and the order of its graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "forewarp/runtime/build.hpp"
#include "forewarp/runtime/child.hpp"
#include "forewarp/runtime/client_environment.hpp"
#include "forewarp/runtime/failure.hpp"
#include "forewarp/runtime/graph.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::runtime {
namespace {

std::string value_in(const std::vector<std::pair<std::string, std::string>>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &std::pair<std::string, std::string>::first);
  return found == all.end() ? "" : found->second;
}

TEST(ClientEnvironment, OnlyPythonAndScriptsGetTheEmptyLinker) {
  const auto python = client_environment("/usr/bin/python3", "/lib/forewarp");
  const auto other = client_environment("/bin/true", "/lib/forewarp");

  EXPECT_EQ(value_in(python, "TRITON_PTXAS_PATH"), "/lib/forewarp/ptxas");
  EXPECT_EQ(value_in(python, "TRITON_LIBCUDA_PATH"), "/lib/forewarp");
  EXPECT_NE(value_in(python, "LD_PRELOAD").find("/lib/forewarp/libnvJitLink.so.12"), std::string::npos);
  EXPECT_EQ(value_in(other, "TRITON_PTXAS_PATH"), "/lib/forewarp/ptxas");
  EXPECT_EQ(value_in(other, "LD_PRELOAD"), "");
}

TEST(ClientEnvironment, ALinkerOnTheUsersLibraryPathIsTaken) {
  const TemporaryFolder folder;
  write_file(folder.path() / "libnvJitLink.so.12", "");
  const char* before = std::getenv("LD_LIBRARY_PATH");
  const std::string kept = before ? before : "";
  ::setenv("LD_LIBRARY_PATH", ("/no/such:" + folder.path().string()).c_str(), 1);
  const auto python = client_environment("/usr/bin/python3", "/lib/forewarp");
  before ? ::setenv("LD_LIBRARY_PATH", kept.c_str(), 1) : ::unsetenv("LD_LIBRARY_PATH");

  const std::string preloaded = value_in(python, "LD_PRELOAD");
  EXPECT_NE(preloaded.find((folder.path() / "libnvJitLink.so.12").string()), std::string::npos);
  EXPECT_EQ(preloaded.find("/lib/forewarp/libnvJitLink.so.12"), std::string::npos);
  EXPECT_NE(preloaded.find("/lib/forewarp/libnvJitLink.so.13"), std::string::npos);
}

TEST(Child, ItsStatusSignalAndEnvironmentAreKnown) {
  const auto status = [](const std::string& script) {
    return run_child({.command = {"/bin/sh", "-c", script}, .environment = {{"OURS", "7"}}}).exit_status;
  };
  EXPECT_EQ(status("exit $OURS"), 7);
  EXPECT_EQ(status("kill -SEGV $$"), 128 + 11);
  EXPECT_THROW((void)run_child({.command = {"/no/such/program"}}), Unavailable);
}

TEST(Child, AfterItsTimeItIsKilled) {
  const ChildEnd end = run_child({.command = {"/bin/sleep", "60"}, .timeout_s = 0.05});
  EXPECT_TRUE(end.timed_out);
  EXPECT_EQ(end.exit_status, 128 + 9);
}

TEST(IsSource, ItsEndingDecides) {
  for (const char* name : {"a.cu", "dir/b.cpp", "c.c", "d.cc", "e.cxx"}) EXPECT_TRUE(is_source(name)) << name;
  for (const char* name : {"a", "a.out", "a.ptx", "a.o", "cu"}) EXPECT_FALSE(is_source(name)) << name;
}

std::shared_ptr<GraphNode> node_after(std::vector<const GraphNode*> after) {
  auto node = std::make_shared<GraphNode>();
  node->after = std::move(after);
  return node;
}

TEST(Graph, NodesComeBehindWhatTheyWaitFor) {
  const auto a = node_after({}), b = node_after({a.get()}), c = node_after({}), d = node_after({b.get(), c.get()});
  const Graph graph{.nodes = {d, b, a, c}};

  const auto ordered = graph.ordered();

  const auto place = [&](const auto& node) { return std::ranges::find(ordered, node) - ordered.begin(); };
  ASSERT_EQ(ordered.size(), 4U);
  EXPECT_LT(place(a), place(b));
  EXPECT_LT(place(b), place(d));
  EXPECT_LT(place(c), place(d));
}

TEST(Graph, NodesThatWaitForEachOtherAreRefused) {
  const auto a = node_after({}), b = node_after({a.get()});
  a->after = {b.get()};
  EXPECT_THROW((void)(Graph{.nodes = {a, b}}.ordered()), CallFailed);
}

}  // namespace
}  // namespace forewarp::runtime
