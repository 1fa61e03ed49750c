#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
# Writes selection_oracle.hpp: what SciPy says of ten features with ties and of their clusters.
import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from scipy.stats import spearmanr

rng = np.random.RandomState(7)
base = rng.rand(24, 4)
x = np.column_stack([base[:, i % 4] + 0.35 * rng.rand(24) for i in range(10)])
x = np.round(x * 20)  # ties
rho = spearmanr(x).correlation


def row(values):
    return "{" + ", ".join(repr(float(v)) for v in values) + "}"


print("// SPDX-FileCopyrightText: 2026 The forewarp authors\n// SPDX-License-Identifier: Apache-2.0\n#pragma once")
print("// Made by selection_oracle.py with SciPy; do not edit.\n// clang-format off\n#include <vector>\n")
print("namespace forewarp::test::oracle {")
print("inline const std::vector<std::vector<double>> features = {" + ",\n  ".join(row(c) for c in x.T) + "};")
print("inline const std::vector<std::vector<double>> spearman = {" + ",\n  ".join(row(r) for r in rho) + "};")
d = squareform(1 - np.abs(rho), checks=False)
print("struct Tree { const char* linkage; std::vector<double> heights, sizes, four_clusters, at_half; };")
print("inline const std::vector<Tree> trees = {")
for method in ["single", "complete", "average", "ward"]:
    z = linkage(d, method)

    def numbered(labels):
        seen = {}
        return [seen.setdefault(l, len(seen)) for l in labels]

    print("  {\"%s\", %s, %s, %s, %s}," % (
        method, row(z[:, 2]), row(z[:, 3]), row(numbered(fcluster(z, 4, "maxclust"))),
        row(numbered(fcluster(z, 0.5, "distance")))))
print("};\n}  // namespace forewarp::test::oracle")
