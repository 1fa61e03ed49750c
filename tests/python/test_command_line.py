# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""Answers are those of the command line, digit by digit."""

import json
import os
import subprocess

import forewarp as fw
import pytest

TOOL = os.environ.get("FOREWARP_TOOL")
pytestmark = pytest.mark.skipif(not TOOL, reason="FOREWARP_TOOL does not name the command")

N = 1 << 18
LAUNCH = ["--grid", "1024", "--block", "256", "--arg", "x=buffer:f32:262144:uniform", "--arg", "y=buffer:f32:262144"]
LAUNCH += ["--arg", "a=1.5", "--arg", f"n={N}"]


def printed(*words, cwd=None):
    done = subprocess.run([TOOL, *map(str, words), "--json"], cwd=cwd, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.fixture
def folder(tmp_path, saxpy_ptx):
    (tmp_path / "saxpy.ptx").write_text(saxpy_ptx)
    return tmp_path


@pytest.fixture
def launch(saxpy_ptx):
    args = {"x": fw.buffer("f32", N, "uniform"), "y": fw.buffer("f32", N), "a": 1.5, "n": N}
    return fw.Kernel.from_ptx(saxpy_ptx, name="saxpy.ptx").launch(1024, 256, args)


def test_predict(folder, launch):
    devices = ["H100", "A100", "MI100", "K20"]
    assert launch.predict(devices).to_dict() == printed(
        "predict", "saxpy.ptx", *LAUNCH, "--device", ",".join(devices), cwd=folder
    )


def test_predict_one_device(folder, launch):
    row = printed("predict", "saxpy.ptx", *LAUNCH, "--device", "V100", cwd=folder)["predictions"][0]
    prediction = launch.predict("V100")
    assert (prediction.time_s, prediction.low_s, prediction.high_s) == (row["time_s"], row["low_s"], row["high_s"])
    assert prediction.terms == row["terms"]
    assert prediction.occupancy.achieved == row["occupancy"]["achieved"]
    assert vars(prediction.time_errors) == row["time_errors"]


@pytest.mark.parametrize(
    "options, words",
    [
        ({"caches": "cold"}, ["--caches", "cold"]),
        ({"model": "wave"}, ["--model", "wave"]),
        ({"clock_mhz": 1000}, ["--clock", "1000"]),
        ({"ncu": True}, ["--ncu"]),
        ({"graph": True}, ["--graph"]),
    ],
)
def test_conditions(folder, launch, options, words):
    assert launch.predict(["H100"], **options).to_dict() == printed(
        "predict", "saxpy.ptx", *LAUNCH, "--device", "H100", *words, cwd=folder
    )


def test_profile(folder, launch):
    assert launch.profile().to_dict() == printed("profile", "saxpy.ptx", *LAUNCH, cwd=folder)


def test_advise(folder, launch):
    assert launch.advise("H100").to_dict() == printed("advise", "saxpy.ptx", *LAUNCH, "--device", "H100", cwd=folder)


def test_rank():
    ranking = fw.Kernel("saxpy").launch(parameters={"n": 65536}).rank({"block": "64..1024*2"}, "V100", workers=2)
    assert ranking.to_dict() == printed(
        "rank", "saxpy", "--set", "n=65536", "--vary", "block=64..1024*2", "--device", "V100"
    )


def test_rank_on_several_devices():
    launch = fw.Kernel("saxpy").launch(parameters={"n": 65536})
    rankings = launch.rank({"block": "64..256*2"}, ["V100", "H100"], workers=2)
    words = ["rank", "saxpy", "--set", "n=65536", "--vary", "block=64..256*2", "--device"]
    assert rankings.to_dict() == printed(*words, "V100,H100")
    assert [r.device for r in rankings] == rankings.devices == ["V100", "H100"]
    assert rankings["H100"].to_dict() == printed(*words, "H100")
    assert rankings.one_for_all is not None and len(rankings.one_for_all.time_s) == 2
    one = launch.rank({"block": "64..256*2"}, ["V100"])
    assert one.devices == ["V100"] and one[0].to_dict() == printed(*words, "V100")
    with pytest.raises(KeyError, match="V100"):
        one["H100"]


def test_rank_beside_measured_times(tmp_path):
    (tmp_path / "measured.csv").write_text("block,ms\n64,0.004\n128,0.003\n256,0.005\n")
    launch = fw.Kernel("saxpy").launch(parameters={"n": 65536})
    ranking = launch.rank(None, "V100", configurations=tmp_path / "measured.csv", measured_column="ms")
    words = ["--configurations", "measured.csv", "--measured-column", "ms"]
    assert ranking.to_dict() == printed(
        "rank", "saxpy", "--set", "n=65536", "--device", "V100", *words, cwd=tmp_path
    )
    assert ranking.agreement is not None and ranking.agreement["configurations"] == 3
    assert {c.configuration["block"]: c.measured_s for c in ranking} == {"64": 4e-6, "128": 3e-6, "256": 5e-6}
    assert launch.rank({"block": [64]}, "V100").agreement is None


def test_count():
    assert fw.Kernel("saxpy").launch().count({"n": 1024}).to_dict() == printed("count", "saxpy", "--at", "n=1024")


def test_devices():
    assert fw.Device("V100").to_dict() == printed("devices", "V100")[0]
    assert [d.to_dict() for d in fw.devices()] == printed("devices")


def test_the_contents_of_an_array_are_those_of_a_file(tmp_path, gather_ptx):
    np = pytest.importorskip("numpy")
    table = np.random.default_rng(1).permutation(1 << 16).astype(np.uint32)
    table.tofile(tmp_path / "t.bin")
    (tmp_path / "gather.ptx").write_text(gather_ptx)
    kernel = fw.Kernel.from_file(tmp_path / "gather.ptx")

    profile = kernel.launch(256, 256, {"t": table, "out": np.zeros_like(table)}).profile().to_dict()

    words = ["--grid", 256, "--block", 256, "--arg", "t=buffer:u32:65536:file(t.bin)", "--arg", "out=buffer:u32:65536"]
    expected = printed("profile", "gather.ptx", *words, cwd=tmp_path)
    assert profile["profile"] == expected["profile"]
