// The four stages of reading a website, and how far the bar is in each. The server tells which stage it is in; within a
// stage the bar moves on by the time that one usually takes, and waits at its end.
import type { ScrapeStage } from '@/api/gen/model';

export const STAGES: readonly { stage: ScrapeStage; label: string }[] = [
  { stage: 'analyzing_website', label: 'Analyzing website' },
  { stage: 'extracting_company_info', label: 'Extracting company info' },
  { stage: 'generating_content', label: 'Generating content' },
  { stage: 'finalizing_profile', label: 'Finalizing profile' },
];

/** The bar goes no further before the answer is there. */
const CAP = 90;
/** How long all of it usually takes at most. */
const USUAL_MS = 15_000;

/** The percentage for the stage at that index, after that many milliseconds in it. */
export function progressAt(place: number, milliseconds: number): number {
  const share = Math.min(1, Math.max(0, milliseconds) / (USUAL_MS / STAGES.length));
  return ((place + share) * CAP) / STAGES.length;
}
