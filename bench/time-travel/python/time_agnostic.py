"""
time-agnostic-library over Oxigraph's server. Argument: a JSON file {folder, first, changes: [[added, deleted]], times,
oxigraph, port, questions: [{kind, query, time, other}]}. Answers one JSON line for each question: {ms, answer}, with the
library's bindings: a list (VM), {added, removed} (DM), or a list for each time (VQ).
"""
import json
import subprocess
import sys
import time
import urllib.request
from datetime import datetime
from pathlib import Path

from time_agnostic_library.agnostic_query import DeltaQuery, VersionQuery
from time_agnostic_library.ocdm_converter import OCDMConverter

with open(sys.argv[1], encoding="utf-8") as file:
    task = json.load(file)
folder = Path(task["folder"])
dataset, provenance = folder / "dataset.nq", folder / "provenance.nq"
begin = time.perf_counter()
OCDMConverter("https://archive.example/data/", "https://archive.example/converter").convert_from_cb(
    initial_snapshot=Path(task["first"]),
    changesets=[(Path(added), Path(deleted)) for added, deleted in task["changes"]],
    timestamps=[datetime.fromisoformat(text) for text in task["times"]],
    dataset_output=dataset,
    provenance_output=provenance,
)
store = str(folder / "oxigraph")
subprocess.run(
    [task["oxigraph"], "load", "--location", store, "--file", str(dataset), "--file", str(provenance)],
    check=True,
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
address = f"127.0.0.1:{task['port']}"
server = subprocess.Popen(
    [task["oxigraph"], "serve-read-only", "--location", store, "--bind", address, "--union-default-graph"],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
try:
    while True:
        try:
            urllib.request.urlopen(f"http://{address}/").read()
            break
        except OSError:
            if server.poll() is not None:
                sys.exit("Oxigraph's server has ended")
            time.sleep(0.05)
    print(json.dumps({"loadSeconds": time.perf_counter() - begin}), flush=True)
    place = {"triplestore_urls": [f"http://{address}/query"], "file_paths": [], "is_quadstore": True}
    config = {
        "dataset": place,
        "provenance": place,
        "blazegraph_full_text_search": "no",
        "fuseki_full_text_search": "no",
        "virtuoso_full_text_search": "no",
        "qlever_full_text_search": "no",
        "graphdb_connector_name": "",
    }

    def at(query, moment):
        result, *_ = VersionQuery(query, on_time=(moment, moment), config_dict=config).run_agnostic_query()
        return [row for rows in result.values() for row in rows]

    def ask(question):
        kind, query = question["kind"], question["query"]
        if kind == "VM":
            return at(query, question["time"])
        if kind == "DM":
            # Its DeltaQuery also computes all differences between the two times.
            before, after = at(query, question["other"]), at(query, question["time"])
            keys = [{json.dumps(row, sort_keys=True) for row in rows} for rows in (before, after)]
            return {
                "removed": [json.loads(key) for key in keys[0] - keys[1]],
                "added": [json.loads(key) for key in keys[1] - keys[0]],
            }
        if kind == "delta":
            DeltaQuery(query, on_time=(question["other"], question["time"]), config_dict=config).run_agnostic_query()
            return None
        result, *_ = VersionQuery(query, config_dict=config).run_agnostic_query()
        return result

    ask(task["questions"][0])
    for question in task["questions"]:
        begin = time.perf_counter()
        answer = ask(question)
        ms = (time.perf_counter() - begin) * 1000
        print(json.dumps({"ms": ms, "answer": answer}), flush=True)
finally:
    server.terminate()
    server.wait()
