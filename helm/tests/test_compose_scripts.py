"""Runs the scripts inside compose.yaml: the roles on a real PostgreSQL, the bucket on a real folder."""

import os
import pathlib
import pwd
import shutil
import socket
import subprocess
import tempfile

import pytest
import yaml

from chart import ROOT

SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
PASSWORDS = {"owner": "OWNER_PASSWORD", "app": "APP_PASSWORD", "system": "SYSTEM_PASSWORD", "backup": "BACKUP_PASSWORD"}


def programs():
    """The folder of the PostgreSQL that `make postgres` fetches."""
    if "PROFFER_POSTGRES_BIN" in os.environ:
        return pathlib.Path(os.environ["PROFFER_POSTGRES_BIN"])
    caches = [pathlib.Path("/var/cache/proffer"), pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "proffer"]
    return next((place for cache in caches for place in sorted(cache.glob("postgres/*/bin"), reverse=True)), None)


@pytest.fixture(scope="module")
def server():
    """A PostgreSQL initialised as in the service, and the environment of a psql that connects as its superuser."""
    bin_folder = programs()
    if bin_folder is None or shutil.which("psql") is None:
        pytest.skip("it takes the PostgreSQL of `make postgres`, and psql")
    # PostgreSQL does not run as root, nor under a path that only root can enter.
    account = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    who = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="proffer-roles-"))
    os.chown(folder, account.pw_uid, account.pw_gid)
    secret = folder / "password"
    secret.write_text("of the superuser")
    os.chown(secret, account.pw_uid, account.pw_gid)
    rows = str(folder / "rows")
    given = SERVICES["postgres"]["environment"]["POSTGRES_INITDB_ARGS"].split()
    made = subprocess.run([bin_folder / "initdb", "-D", rows, "-U", "postgres", f"--pwfile={secret}", "--auth=scram-sha-256", "--no-sync", *given],
                          cwd=folder, capture_output=True, text=True, **who)
    assert made.returncode == 0, made.stderr
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    running = subprocess.Popen([bin_folder / "postgres", "-D", rows, "-p", port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
                                "-c", "fsync=off", "-c", "log_destination=stderr"], cwd=folder, stderr=subprocess.PIPE, text=True, **who)
    try:
        for line in running.stderr:
            if "ready to accept connections" in line:
                break
        assert running.poll() is None
        yield {"PATH": os.environ["PATH"], "PGHOST": "127.0.0.1", "PGPORT": port, "PGUSER": "postgres", "PGPASSWORD": "of the superuser"}
    finally:
        running.terminate()
        running.communicate(timeout=30)
        shutil.rmtree(folder)


def run(service, environment, instead=()):
    """The script of a container, with some words replaced."""
    script = SERVICES[service]["command"][0]
    for before, after in dict(instead).items():
        assert before in script
        script = script.replace(before, after)
    return subprocess.run([*SERVICES[service]["entrypoint"], script], env=environment, capture_output=True, text=True)


def ask(server, role, password, query):
    """The result of a query, or None if it is refused."""
    who = {**server, "PGUSER": role, "PGPASSWORD": password, "PGDATABASE": "proffer"}
    asked = subprocess.run(["psql", "-XAtc", query], env=who, capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else None


@pytest.mark.parametrize("time", ["the first time", "once more", "with other passwords"])
def test_roles_are_made_and_have_the_passwords_of_the_environment(server, time):
    passwords = {role: f"{time}'s \"password\" of {role}" for role in PASSWORDS}
    made = run("roles", {**server, **{PASSWORDS[role]: password for role, password in passwords.items()}})
    assert (made.returncode, made.stderr) == (0, "")
    rights = "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = current_user"
    for role, password in passwords.items():
        assert ask(server, f"proffer_{role}", "another", "SELECT 1") is None
        assert ask(server, f"proffer_{role}", password, rights) == ("f|t|f|f|f" if role == "backup" else "f|f|f|f|f")
    assert ask(server, "proffer_owner", passwords["owner"], "CREATE TABLE made (n int); DROP TABLE made; SELECT 1").endswith("1")
    assert ask(server, "proffer_app", passwords["app"], "CREATE TABLE made (n int)") is None
    assert ask(server, "proffer_backup", passwords["backup"], "SHOW default_transaction_read_only") == "on"
    assert ask(server, "proffer_backup", passwords["backup"], "SELECT pg_has_role('pg_read_all_data', 'member')") == "t"
    assert ask(server, "proffer_app", passwords["app"], "SELECT datcollate, datlocale FROM pg_database WHERE datname = 'proffer'") == "C|C.UTF-8"


def test_a_failure_is_told_without_the_password(server):
    environment = {**server, **{variable: "hidden" for variable in PASSWORDS.values()}}
    wrong = run("roles", environment, instead={"NOBYPASSRLS PASSWORD :'app'": "BYPASS PASSWORD :'app'"})
    assert wrong.returncode != 0 and "unrecognized role option" in wrong.stderr and "hidden" not in wrong.stderr


def test_the_bucket_is_made_once_and_given_away(tmp_path):
    instead = {"/objects": str(tmp_path), "65532:65532": f"{os.getuid()}:{os.getgid()}"}
    for _ in range(2):
        made = run("bucket", {"PATH": os.environ["PATH"]}, instead=instead)
        assert (made.returncode, made.stderr) == (0, "")
        assert (tmp_path / "proffer").is_dir()
