// The four stages of reading a website, and the progress of the bar in each. The server reports the stage;
// within a stage the bar advances by the time that it usually takes, and waits at its end.
import type { ScrapeStage } from '@/api/gen/model';

export const STAGES: readonly { stage: ScrapeStage; label: string }[] = [
  { stage: 'analyzing_website', label: 'Analyzing website' },
  { stage: 'extracting_company_info', label: 'Extracting company info' },
  { stage: 'generating_content', label: 'Generating content' },
  { stage: 'finalizing_profile', label: 'Finalizing profile' },
];

/** The bar stops here until the response has arrived. */
const CAP = 90;
/** How long the whole usually takes at most. */
const USUAL_MS = 15_000;

/** The percentage for the stage at this index, after this many milliseconds in it. */
export function progressAt(place: number, milliseconds: number): number {
  const share = Math.min(1, Math.max(0, milliseconds) / (USUAL_MS / STAGES.length));
  return ((place + share) * CAP) / STAGES.length;
}
