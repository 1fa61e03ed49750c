# SPDX-FileCopyrightText: 2026 The forewarp authors
# SPDX-License-Identifier: Apache-2.0
"""What axe-core (axe-core-python, from PyPI) finds in the pages of the tool, in headless Chromium: nothing serious."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import urllib.parse

import pytest

pytestmark = pytest.mark.packages
axe = pytest.importorskip("axe_core_python")
TOOL = os.environ.get("FOREWARP_TOOL")

PAGES = {
    "predict": ["predict", "matmul_tiled", "--device", "H100,V100,K20"],
    "every device": ["predict", "saxpy", "--device", "all"],
    "advise": ["advise", "matmul_tiled", "--device", "V100"],
    "rank": ["rank", "saxpy", "--device", "V100", "--vary", "block=64,128,256", "--vary", "n=65536,131072"],
    "profile": ["profile", "saxpy"],
    "launch": ["launch", "saxpy", "--device", "V100,K20"],
    "occupancy": ["occupancy", "--device", "V100,H100", "--threads", "256", "--registers", "40"],
    "devices": ["devices"],
    "counters": ["counters", "saxpy", "--device", "V100"],
    "count": ["count", "saxpy"],
}

# Marks of a chart are pictures with names inside of a group; rules about colours are what the palette is chosen by.
RUN = """
<script>AXE</script>
<script>
for (const fold of document.querySelectorAll("details")) fold.open = true;
axe.run(document, { resultTypes: ["violations"] }).then((found) => {
  document.body.dataset.axe = encodeURIComponent(JSON.stringify(found.violations.map((v) =>
    ({ id: v.id, impact: v.impact, count: v.nodes.length, first: v.nodes[0].html.slice(0, 200), why: v.nodes[0].failureSummary }))));
});
</script></body>"""


def violations(page, folder, dark):
    script = (pathlib.Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    if dark:
        text = text.replace("@media (prefers-color-scheme: dark)", "@media all")
    probe = folder / "probe.html"
    probe.write_text(text.replace("</body>", RUN.replace("AXE", script.replace("</script", "<\\/script"))), encoding="utf-8")
    seen = subprocess.run(
        ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
         "--window-size=1400,900", "--virtual-time-budget=60000", "--dump-dom", f"file://{probe}"],
        capture_output=True, text=True, check=True, timeout=180,
    ).stdout  # fmt: skip
    answer = re.search(r'data-axe="([^"]*)"', seen)
    assert answer, "axe-core did not answer"
    return json.loads(urllib.parse.unquote(html.unescape(answer.group(1))))


@pytest.mark.skipif(not TOOL, reason="FOREWARP_TOOL does not name the command")
@pytest.mark.skipif(not shutil.which("chromium"), reason="no chromium (Debian: chromium)")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("kind", PAGES)
def test_nothing_serious(kind, dark, tmp_path):
    page = tmp_path / "page.html"
    subprocess.run([TOOL, *PAGES[kind], "--report", page], capture_output=True, check=True)

    serious = [v for v in violations(page, tmp_path, dark) if v["impact"] in ("serious", "critical")]

    assert not serious, json.dumps(serious, indent=1)
