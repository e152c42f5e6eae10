// Builds all tests of the workspace with one set of features and runs a part of them: node rust-tests.mjs domain|eval|server [ARGUMENTS..]
// The test programs are started directly and not by cargo, because only then can they report the duration of each test. libtest's --report-time is
// unstable, and RUSTC_BOOTSTRAP, which enables it, would make cargo compile everything again.
// Property tests try the same cases in every run, so that a run says something of the change; PROPTEST_RNG_SEED chooses others, as `make nightly`
// does.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const [part, ...options] = process.argv.slice(2);

/** The test programs that cargo has built, each with the folder of its crate. */
function programs() {
  const built = spawnSync('cargo', ['test', '--locked', '--workspace', '--no-run', '--message-format=json-render-diagnostics'], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  return built.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"reason":"compiler-artifact"'))
    .map((line) => JSON.parse(line))
    .filter(({ executable, profile }) => executable !== null && profile.test)
    .map(({ executable, manifest_path: manifest }) => ({ executable, crate: dirname(manifest) }));
}

/** The part that a program belongs to: its crate, if that is a part of its own. */
const partOf = ({ crate }) => ['domain', 'eval'].find((name) => crate.endsWith(`/${name}`)) ?? 'server';

let failed = false;
for (const { executable, crate } of programs().filter((program) => partOf(program) === part)) {
  const ended = spawnSync(executable, [...options, '-Zunstable-options', '--report-time'], {
    cwd: crate,
    env: { PROPTEST_RNG_SEED: '1', ...process.env, RUSTC_BOOTSTRAP: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  failed ||= ended.status !== 0;
}
process.exit(failed ? 1 : 0);
