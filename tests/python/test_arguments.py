# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
import ctypes

import forewarp as fw
import pytest

np = pytest.importorskip("numpy")

BY_VALUE = """.version 8.0
.target sm_70
.address_size 64
.visible .entry fill(.param .u64 out, .param .align 8 .b8 options[16])
{
  .reg .b32 %r<6>; .reg .b64 %rd<4>; .reg .f64 %f<2>; .reg .pred %p<2>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [options];
  ld.param.f64 %f1, [options+8];
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p1, %r2, %r1;
  @%p1 bra done;
  mul.wide.u32 %rd2, %r2, 8;
  add.s64 %rd3, %rd1, %rd2;
  st.global.f64 [%rd3], %f1;
done:
  ret;
}
"""


class Options(ctypes.Structure):
    _fields_ = [("n", ctypes.c_int), ("value", ctypes.c_double)]


def stores(profile):
    return sum(a["lanes"] for a in profile.accesses if a["mnemonic"].startswith("st.global"))


def arrays(n=1024):
    return np.ones(n, np.float32), np.zeros(n, np.float32)


def test_a_list_is_in_the_order_of_the_parameters(saxpy_ptx):
    x, y = arrays()
    kernel = fw.Kernel.from_ptx(saxpy_ptx)
    by_place = kernel.launch(4, 256, [x, y, np.float32(2), 1000]).profile()
    by_name = kernel.launch((4,), (256, 1), {"n": 1000, "a": 2.0, "y": y, "x": x}).profile()
    assert stores(by_place) == stores(by_name) == 1000


def test_contents_decide(gather_ptx):
    kernel = fw.Kernel.from_ptx(gather_ptx)
    n = 1 << 14
    same = np.zeros(n, np.uint32)
    scattered = np.random.default_rng(1).permutation(n).astype(np.uint32)

    def sectors(table):
        profile = kernel.launch(n // 256, 256, {"t": table, "out": np.zeros_like(table)}).profile()
        return max(a["sectors"] for a in profile.accesses if a["mnemonic"].startswith("ld.global"))

    assert sectors(scattered) > 4 * sectors(same)


@pytest.mark.parametrize(
    "options",
    [Options(100, 2.5), {"n": np.int32(100), "value": 2.5}, (np.int32(100), 2.5)],
    ids=["ctypes", "dict", "tuple"],
)
def test_structs_are_passed_by_value(options):
    launch = fw.Kernel.from_ptx(BY_VALUE).launch(1, 256, {"out": np.zeros(256), "options": options})
    assert stores(launch.profile()) == 100


def test_arrays_that_do_not_lie_in_one_piece_are_copied(saxpy_ptx):
    x, y = arrays(2048)
    launch = fw.Kernel.from_ptx(saxpy_ptx).launch(4, 256, [x[::2], y[::2], 1.0, 1024])
    assert stores(launch.profile()) == 1024


def test_an_array_may_change_after_the_launch_was_made(saxpy_ptx, gather_ptx):
    table = np.zeros(1024, np.uint32)
    launch = fw.Kernel.from_ptx(gather_ptx).launch(4, 256, [table, np.zeros_like(table)])
    before = launch.predict("V100").time_s
    table[:] = 10**9  # would be out of bounds
    again = fw.Kernel.from_ptx(gather_ptx).launch(4, 256, [np.zeros(1024, np.uint32), np.zeros_like(table)])
    assert launch.predict("V100").time_s == before == again.predict("V100").time_s


def test_what_is_left_out_is_guessed_and_said(saxpy_ptx):
    predictions = fw.Kernel.from_ptx(saxpy_ptx).launch(64, 256, {"a": 2.0}).predict(["V100"])
    assert any("guess" in note or "taken" in note for note in predictions.notes)


@pytest.mark.parametrize(
    "args, message",
    [
        ({"z": 1}, "z"),
        ([1, 2], r"each parameter \(x, y, a, n\), and this one has 2"),
        ({"x": object()}, "object is no argument"),
        ({"x": np.zeros(4, np.complex64)}, "complex64"),
        ({"x": np.zeros(0, np.float32)}, "empty"),
        ({"a": float("inf")}, "finite"),
        ({"n": 1.5}, "n"),
        ("x", "neither a list nor a dict"),
        ({"x": fw.buffer("f31", 4)}, "f31"),
    ],
)
def test_mistakes_are_named(saxpy_ptx, args, message):
    with pytest.raises(fw.InputError, match=message):
        fw.Kernel.from_ptx(saxpy_ptx).launch(4, 256, args).profile()


def test_a_bundled_kernel_has_its_own_names():
    n = 4096
    x, y = arrays(n)
    assert fw.Kernel("saxpy").launch(parameters={"n": n}).profile().thread_instructions > 0
    with pytest.raises(fw.InputError, match="values for"):
        fw.Kernel("saxpy").launch(args=[x])


def test_unknown_names_are_refused_by_the_launch(saxpy_ptx, tmp_path):
    with pytest.raises(fw.InputError, match="no parameter 'xx' .did you mean 'x'"):
        fw.Kernel.from_ptx(saxpy_ptx).launch(4, 256, {"xx": 1})
    (tmp_path / "scale.cu").write_text("template <typename T> __global__ void scale(T* data, T factor, int n) {}")
    kernel = fw.Kernel.from_file(tmp_path / "scale.cu", kernel="scale<float>")
    with pytest.raises(fw.InputError, match="no parameter 'facto' .did you mean 'factor'.*: .* data, factor, n"):
        kernel.launch(4, 256, {"data": fw.buffer("f32", 8), "facto": 2.0})
    with pytest.raises(fw.InputError, match="no parameter 'q'"):
        fw.Kernel("matmul_tiled").launch(args={"q": 1})
    assert fw.Kernel("matmul_tiled").launch(args={"n": 64})


def test_names_that_a_macro_makes_are_left_to_the_question(tmp_path):
    (tmp_path / "made.cu").write_text("#define NAME(x) x##_\n#define LIST int NAME(n)\n__global__ void made(LIST) {}")
    assert fw.Kernel.from_file(tmp_path / "made.cu").launch(1, 32, {"n_": 1})
