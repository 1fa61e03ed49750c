// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// y = A x with A in CSR: how often the inner loop runs is data.
void spmv(int rows, const int *row, const int *col, const float *val, const float *x, float *y) {
  for (int i = 0; i < rows; ++i) {
    float sum = 0.0f;
    for (int k = row[i]; k < row[i + 1]; ++k) sum += val[k] * x[col[k]];
    y[i] = sum;
  }
}
