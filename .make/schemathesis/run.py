"""Starts a server, fills it with a workspace that has a bit of everything, and lets Schemathesis call every operation.

run.py PROFFER [arguments for `schemathesis run`]; the Python is the one that Schemathesis is installed for.
"""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import requests

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PASSWORD = "Correct-Horse-7"
START_SECONDS = 300


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Server:
    """The product with all embedded servers, in its own folder."""

    def __init__(self, program: str, folder: Path):
        self.program, self.folder, self.port = program, folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PROFFER_")}
        if keep := os.environ.get("PROFFER_POSTGRES_BIN"):
            ours["PROFFER_POSTGRES_BIN"] = keep
        # No request leaves the machine: the name server does not answer, so generated names do not resolve.
        ours["PROFFER_DNS_SERVER"] = "127.0.0.1:9"
        ours["PROFFER_TEST_PAYMENTS"] = "1"
        self.log = folder / "server.log"
        with self.log.open("wb") as log:
            arguments = [program, "dev", "--no-fsync", "--port", str(self.port), "--data-dir", str(folder / "data")]
            self.process = subprocess.Popen(arguments, stdout=log, stderr=log, env=ours)
        deadline = time.monotonic() + START_SECONDS
        while "Ctrl-C stops everything" not in self.said():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the server did not start:\n{self.said()}")
            time.sleep(0.1)

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def make_site_admin(self, email: str) -> None:
        cluster = self.folder / "data" / "postgres"
        secret = json.loads((cluster / "credentials.json").read_text())["system"]
        port = (cluster / "port").read_text().strip()
        url = f"postgres://proffer_system:{secret}@127.0.0.1:{port}/proffer?sslmode=disable"
        environment = {**os.environ, "PROFFER_SYSTEM_DATABASE_URL": url}
        subprocess.run([self.program, "admin", "grant", email], env=environment, check=True, capture_output=True)

    def link_mailed_to(self, email: str) -> str:
        """The token of the link in the newest mail to an address; waits for the mail, because a job sends it."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            for mail in re.findall(rf'href="(/dev/mail/[^"]+)">[^<]*</a></td><td>{re.escape(email)}<', requests.get(f"{self.url}/dev/mail").text):
                if token := re.search(r"token=([^\"&<\s]+)", requests.get(self.url + mail).text):
                    return token[1]
            time.sleep(0.1)
        raise SystemExit(f"no mail came to {email}")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()


class Person:
    """A user with a session."""

    def __init__(self, server: Server, first: str):
        self.server, self.email = server, f"{first.lower()}@fuzz.example"
        self.session = requests.Session()
        self.session.headers["Origin"] = server.url
        self.post("/api/register", email=self.email, password=PASSWORD, firstName=first, lastName="Berg")
        self.get(f"/api/verify-email?token={server.link_mailed_to(self.email)}")
        self.sign_in()

    def sign_in(self) -> None:
        self.post("/api/login", email=self.email, password=PASSWORD)

    def ask(self, method: str, path: str, body: object = None):
        answer = self.session.request(method, self.server.url + path, json=body)
        if not answer.ok:
            raise SystemExit(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.content else None

    def get(self, path: str):
        return self.ask("GET", path)

    def post(self, path: str, **body):
        return self.ask("POST", path, body)

    def drafted(self, client: str) -> str:
        proposal = self.post(
            "/api/proposals",
            clientId=client,
            clientContext="They lose buyers because prices load slowly on a phone.",
            proposedSolution="We will build a new catalogue that works on phones. Design takes two weeks.",
            pricingDetails="$4,500 for the catalogue one-time and $300 monthly hosting",
        )["id"]
        deadline = time.monotonic() + START_SECONDS
        while self.get(f"/api/proposals/{proposal}")["drafting"]["status"] != "done":
            if time.monotonic() > deadline:
                raise SystemExit("a proposal was not drafted")
            time.sleep(0.1)
        return proposal

    def shared(self, client: str) -> tuple[str, str]:
        """A proposal that is with its client, and its share token."""
        proposal = self.drafted(client)
        sent = self.post(f"/api/proposals/{proposal}/send", recipientName="Mia Sand", recipientEmail="mia@quay.example")
        return proposal, sent["shareToken"]

    def signed(self, client: str) -> tuple[str, str]:
        proposal, token = self.shared(client)
        page = self.get(f"/api/shared/proposals/{token}")
        self.post(
            f"/api/shared/proposals/{token}/action",
            action="accept",
            senderName="Mia Sand",
            senderEmail="mia@quay.example",
            signature="Mia Sand",
            revisionSha256=page["revision"]["sha256"],
            consentId=page["consent"]["id"],
            totalAmount=page["totalAmount"],
        )
        return proposal, token


def furnish(server: Server) -> tuple[Person, dict]:
    """A workspace with a bit of everything: its owner's cookie, and the ids of its objects by parameter name."""
    owner = Person(server, "Ada")
    server.make_site_admin(owner.email)
    # Granting the role ended all earlier sessions.
    owner.sign_in()
    user = owner.get("/api/auth/user")
    owner.post("/api/companies", name="Northlight Studio")
    clients = [
        owner.post("/api/clients", companyName=name, firstName="Mia", lastName="Sand", email=f"mia@{name.lower()}.example")["id"]
        for name in ("Quay", "Harbor", "Pine")
    ]
    drafted = [owner.drafted(client) for client in clients]
    shared, signed = owner.shared(clients[0]), owner.signed(clients[1])
    owner.post("/api/team/invitations", email="ben@fuzz.example", role="member")
    owner.post("/api/api-keys", name="A key", scopes=["clients:read"])
    team = owner.get("/api/team")
    return owner, {
        "cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in owner.session.cookies),
        "ids": {
            "clientId": clients,
            "id": [*drafted, shared[0], signed[0]],
            "itemId": [item["id"] for group in owner.get(f"/api/proposals/{drafted[0]}")["pricing"]["groups"] for item in group["items"]],
            "shareToken": [shared[1], signed[1]],
            "userId": [user["id"]],
            "memberId": [member["id"] for member in team],
            "number": [1, 2],
            "settingKey": [setting["settingKey"] for setting in owner.get("/api/admin/settings")],
        },
    }


def config(folder: Path, arguments: list[str]) -> Path:
    """The settings of Schemathesis. It uses the seed of a run only if it is not deterministic."""
    usual = HERE / "schemathesis.toml"
    if "--seed" not in arguments:
        return usual
    fixed = "deterministic = true\n"
    text = usual.read_text()
    assert fixed in text
    seeded = folder / usual.name
    seeded.write_text(text.replace(fixed, ""))
    return seeded


def main() -> int:
    program, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="proffer-schemathesis-") as folder:
        # As root the database runs under another account, which must be able to reach the directory.
        os.chmod(folder, 0o755)
        server = Server(program, Path(folder))
        try:
            owner, furnished = furnish(server)
            environment = {
                **os.environ,
                "PYTHONPATH": str(HERE),
                "SCHEMATHESIS_HOOKS": "hooks",
                "FUZZ_URL": server.url,
                "FUZZ_COOKIE": furnished["cookie"],
                "FUZZ_IDS": json.dumps(furnished["ids"]),
            }
            command = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config(Path(folder), arguments))]
            command += ["run", str(ROOT / "openapi" / "openapi.json"), *arguments]
            # It stores findings between runs in the working directory; every run must find the same.
            code = subprocess.run(command, env=environment, cwd=folder).returncode
            if server.process.poll() is not None:
                raise SystemExit("the server has ended")
            # Without a valid session all later requests would have been refused, and the run would prove
            # nothing.
            owner.get("/api/auth/user")
            if panics := [line for line in server.said().splitlines() if "panicked" in line]:
                print("the server panicked:", *panics, sep="\n", file=sys.stderr)
                code = 1
            return code
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
