// The last line of `make test` must never say "0 failed" if something failed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, failed, slow } from './count.mjs';

const cargo = `
test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s
some test printed: test result: ok. 9 passed; 9 failed;
test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s
`;

test('cargo: the binaries are summed, and only their own lines count', () => {
  assert.deepEqual(count('cargo', cargo, 101), { passed: 15, failed: 2 });
});

test('vitest: a file that does not load is a failure although no test failed', () => {
  const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 0, numFailedTestSuites: 1 });
  assert.deepEqual(count('vitest', report, 1), { passed: 7, failed: 1 });
  assert.deepEqual(count('vitest', report, 0), { passed: 7, failed: 0 });
});

test('playwright: a test that needed a second try has failed', () => {
  const report = JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 1 } });
  assert.deepEqual(count('playwright', report, 1), { passed: 4, failed: 3 });
});

test('junit: the suites are summed; errors have failed, and what was skipped has not passed', () => {
  const suite = (counts) => `<testsuite name="pytest" ${counts} time="1"><testcase name="tests=&quot;9&quot;"/></testsuite>`;
  const report = `<testsuites name="pytest tests">${suite('errors="1" failures="2" skipped="3" tests="20"')}${suite('tests="4"')}</testsuites>`;
  assert.deepEqual(count('junit', report, 1), { passed: 18, failed: 3 });
  assert.deepEqual(count('junit', report.slice(0, 20), 1), { passed: 0, failed: 1 });
});

test('node: what was never run because something else failed has failed too', () => {
  assert.deepEqual(count('node', '# tests 9\n# pass 5\n# fail 3\n# cancelled 1\n', 1), { passed: 5, failed: 4 });
  assert.deepEqual(count('node', '# tests 9\n# pass 9\n# fail 0\n# cancelled 0\n', 0), { passed: 9, failed: 0 });
});

test('a runner without a report counts as one failure, with any exit status', () => {
  for (const runner of ['cargo', 'vitest', 'playwright', 'junit', 'node']) {
    assert.deepEqual(count(runner, '', 101), { passed: 0, failed: 1 });
    assert.deepEqual(count(runner, 'half a rep', 0), { passed: 0, failed: 1 });
  }
});

test('a check is one thing', () => {
  assert.deepEqual(count('single', 'anything', 0), { passed: 1, failed: 0 });
  assert.deepEqual(count('single', 'anything', 2), { passed: 0, failed: 1 });
});

test('the slowest tests come first, twenty of them at most, each with its file', () => {
  const took = (fullName, duration) => ({ fullName, duration });
  const report = {
    testResults: [
      { name: '/somewhere/frontend/src/a/a.test.ts', assertionResults: [took('is quick', 12), took('never ran', undefined)] },
      { name: '/somewhere/frontend/src/b.test.ts', assertionResults: [took('is slow', 2345)] },
    ],
  };
  assert.deepEqual(slow('vitest', JSON.stringify(report)), [
    '2.3 src/b.test.ts > is slow',
    '0.0 src/a/a.test.ts > is quick',
    '0.0 src/a/a.test.ts > never ran',
  ]);
  const many = { testResults: [{ name: 'x', assertionResults: Array.from({ length: 30 }, (_, at) => took(`${at}`, at * 1000)) }] };
  assert.equal(slow('vitest', JSON.stringify(many)).length, 20);
  assert.equal(slow('vitest', JSON.stringify(many))[0], '29.0 x > 29');
});

test('cargo: what libtest reports of each test that ran, failed ones too', () => {
  const report = `
test team::a_member_leaves ... ok <0.412s>
test team::a_member_is_asked ... FAILED <61.250s>
test money::tests::too_much - should panic ... ok <2.001s>
test chaos::database ... ignored, make chaos
test without_a_time ... ok
test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 61.30s
`;
  assert.deepEqual(slow('cargo', report), [
    '61.3 team::a_member_is_asked',
    '2.0 money::tests::too_much',
    '0.4 team::a_member_leaves',
  ]);
});

test('playwright: suites lie in suites, and a second try adds to the time of the first', () => {
  const spec = (file, title, projectName, ...durations) => ({
    file,
    title,
    tests: [{ projectName, results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    suites: [
      { specs: [spec('one.spec.ts', 'quick', 'offline', 1500)] },
      { specs: [], suites: [{ specs: [spec('two.spec.ts', 'slow', 'model', 40_000, 20_000)] }] },
    ],
  };
  assert.deepEqual(slow('playwright', JSON.stringify(report)), [
    '60.0 [model] two.spec.ts > slow',
    '1.5 [offline] one.spec.ts > quick',
  ]);
});

test('junit: the time of each test case, its name without entities', () => {
  const report = `<testsuites><testsuite name="proffer::api" tests="2">
    <testcase name="uploads::a_file &amp; &quot;more&quot;" classname="proffer::api" timestamp="2026-01-01T00:00:00Z" time="3.250"></testcase>
    <testcase name="quick" classname="proffer::api" time="0.01"/>
  </testsuite></testsuites>`;
  assert.deepEqual(slow('junit', report), ['3.3 proffer::api > uploads::a_file & "more"', '0.0 proffer::api > quick']);
});

test('what says no times has no slow tests', () => {
  for (const runner of ['cargo', 'node', 'single', 'vitest', 'playwright', 'junit']) assert.deepEqual(slow(runner, 'half a rep'), []);
});

test('what failed: each test with the beginning of its message, from each kind of report', () => {
  const cargo = `
test team::a_member_leaves ... FAILED <0.412s>
test team::a_member_is_asked ... ok <1.000s>

failures:

---- team::a_member_leaves stdout ----

thread 'team::a_member_leaves' panicked at backend/tests/api/team.rs:12:5:
assertion failed: left == right
  left: 1
 right: 2
note: run with RUST_BACKTRACE=1

---- other stdout ----
`;
  assert.deepEqual(failed('cargo', cargo, ''), [
    'team::a_member_leaves: panicked at backend/tests/api/team.rs:12:5: assertion failed: left == right left: 1 right: 2',
  ]);
  const vitest = {
    testResults: [
      { name: '/x/src/a.test.ts', message: '', assertionResults: [{ status: 'failed', fullName: 'adds', failureMessages: ['expected 1\n to be 2'] }] },
      { name: '/x/src/b.test.ts', message: 'does not load', assertionResults: [] },
      { name: '/x/src/c.test.ts', message: '', assertionResults: [{ status: 'passed', fullName: 'goes' }] },
    ],
  };
  assert.deepEqual(failed('vitest', JSON.stringify(vitest), ''), ['src/a.test.ts > adds: expected 1 to be 2', 'src/b.test.ts: does not load']);
  const spec = (title, status, ...results) => ({ file: 'one.spec.ts', title, tests: [{ projectName: 'offline', status, results }] });
  const playwright = {
    suites: [{ specs: [spec('sends', 'unexpected', { error: { message: '\u001b[31mTimed out\u001b[39m' } }), spec('reads', 'expected', {})] }],
  };
  assert.deepEqual(failed('playwright', JSON.stringify(playwright), ''), ['[offline] one.spec.ts > sends: Timed out']);
  playwright.suites[0].specs[0].tests[0].results[0].attachments = [
    { name: 'failure report', body: Buffer.from('/proposals shows "Not saved"').toString('base64') },
  ];
  assert.deepEqual(failed('playwright', JSON.stringify(playwright), ''), [
    '[offline] one.spec.ts > sends: Timed out | /proposals shows "Not saved"',
  ]);
  const junit = '<testcase name="a"><failure message="&lt;no&gt;">x</failure></testcase><testcase name="b"/>';
  assert.deepEqual(failed('junit', junit, ''), ['a: <no>']);
  const tap = `TAP version 13
# node:internal/process:1
# Error: it is not ready:
# starting
# Subtest: test/all.test.ts
not ok 1 - test/all.test.ts
  ---
  failureType: 'testCodeFailure'
  error: 'test failed'
  ...
# Subtest: calls
    # Subtest: adds
    not ok 1 - adds
      ---
      failureType: 'testCodeFailure'
      error: |-
        expected 1
        to be 2
      code: 'ERR_ASSERTION'
      ...
not ok 2 - calls
  ---
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  ...
`;
  assert.deepEqual(failed('node', tap, ''), ['test/all.test.ts: Error: it is not ready: starting', 'adds: expected 1 to be 2']);
});

test('what failed: the end of the log where a report names no test, and not more than ten tests', () => {
  assert.deepEqual(failed('single', '', 'one\ntwo\n\nthree\nfour\nfive\nsix\n'), ['two', 'three', 'four', 'five', 'six']);
  assert.deepEqual(failed('cargo', 'error: could not compile', 'error: could not compile'), ['error: could not compile']);
  const many = Array.from({ length: 12 }, (_, at) => `test t${at} ... FAILED <0.1s>`).join('\n');
  assert.equal(failed('cargo', many, '').at(-1), 'and 2 more');
});
