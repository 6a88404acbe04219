"""What memento_client finds. Arguments: the node, an object, a time, a token. Answers the revisions by their relations."""
import datetime
import json
import sys

import requests
from memento_client import MementoClient

node, object_, time, token = sys.argv[1:]
session = requests.Session()
session.headers["Authorization"] = "Bearer " + token
client = MementoClient(timegate_uri=node + "/timegate/", check_native_timegate=False, session=session)
info = client.get_memento_info(object_, datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%S"))
print(json.dumps({name: found["uri"] for name, found in info["mementos"].items()}))
