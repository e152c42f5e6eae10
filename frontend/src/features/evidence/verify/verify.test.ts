// The browser reports the same findings as the server's own check: both read the same samples, which the
// server generates.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verdictOf } from './parts';
import { readFile } from './read-file';
import { verifyEvidence } from './verify';

interface Samples {
  key: { fingerprint: string };
  unknown: { name: string; text: string }[];
  documents: { name: string; base64: string; verdict: string }[];
  valid: string;
  alsoValid: string[];
  tampered: { name: string; text: string; part: string }[];
}

const samples = JSON.parse(
  readFileSync(`${process.cwd()}/../backend/domain/tests/fixtures/evidence.json`, 'utf8'),
) as Samples;
const known = new Set([samples.key.fingerprint]);
const check = (text: string) => verifyEvidence(new TextEncoder().encode(text));

describe('evidence', () => {
  it('is whole where nothing was changed, and says what it proves', () => {
    const { findings, facts } = check(samples.valid);
    expect(findings).toEqual([]);
    expect(facts).toMatchObject({
      signedBy: 'Ada Löwe',
      evidenceClass: 'signed_by_link',
      revision: 2,
      events: 4,
    });
    for (const text of samples.alsoValid) expect(check(text).findings).toEqual([]);
    const covered = samples.alsoValid.map((text) => check(text).dailyRoots?.map(({ sequence }) => sequence));
    expect(covered).toEqual([[], [], [4, 5]]);
    for (const text of [samples.valid, ...samples.alsoValid]) {
      expect(verdictOf(check(text), known)).toBe('authentic');
      expect(verdictOf(check(text), new Set())).toBe('intact');
    }
  });

  it.each(samples.unknown.map(({ name, text }) => [name, text] as const))(
    'is intact but never authentic: %s',
    (_name, text) => {
      expect(verdictOf(check(text), known)).toBe('intact');
    },
  );

  it.each(samples.documents.map(({ name, base64, verdict }) => [verdict, name, base64] as const))(
    'in a document is %s: %s',
    async (verdict, name, base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      expect(verdictOf(await readFile(new File([bytes], name)), known)).toBe(verdict);
    },
  );

  it.each(samples.tampered.map(({ name, text, part }) => [name, part, text] as const))(
    'names what was altered: %s (%s)',
    (_name, part, text) => {
      const { findings } = check(text);
      expect(findings.map((finding) => finding.part)).toContain(part);
    },
  );

  it('shows every byte that is flipped', () => {
    const bytes = new TextEncoder().encode(samples.valid);
    for (let at = 0; at < bytes.length; at += 7) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      const { findings } = verifyEvidence(changed);
      expect(findings.length, `byte ${String(at)}`).toBeGreaterThan(0);
      expect(findings.every(({ message }) => message !== '')).toBe(true);
    }
  });

  it('accepts any bytes', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{}',
      '{"format":"proffer-evidence-1"}',
      '{"format":"other"}',
    ]) {
      expect(check(text).findings.length, text).toBeGreaterThan(0);
    }
    expect(verifyEvidence(Uint8Array.of(0xff, 0xfe, 0)).findings.length).toBeGreaterThan(0);
  });
});
