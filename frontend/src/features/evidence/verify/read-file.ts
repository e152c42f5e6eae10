// From a chosen file to a report: a sealed PDF is opened first, bare evidence is read directly.
import type { Report } from './parts';
import { openSealedPdf } from './sealed-pdf';
import { verifyEvidence } from './verify';

const LARGEST = 20 * 1024 * 1024;

const unreadable = (message: string): Report => ({
  findings: [{ part: 'form', message }],
  signers: [],
});

/** Never throws: every file gets a report. */
export async function readFile(file: File): Promise<Report> {
  if (file.size > LARGEST)
    return unreadable('The file has more than 20 MB. A signed document is smaller than that.');
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return unreadable('The file could not be read. Choose it again.');
  }
  if (!startsWith(bytes, '%PDF-')) return verifyEvidence(bytes);
  const opened = await openSealedPdf(bytes);
  if (opened.evidence === undefined) return { findings: opened.findings, signers: [] };
  const report = verifyEvidence(opened.evidence);
  const signers = opened.signer === undefined ? report.signers : [opened.signer, ...report.signers];
  return { ...report, findings: [...opened.findings, ...report.findings], signers };
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes.subarray(0, text.length)) === text;
