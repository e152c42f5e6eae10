// The five stages of drafting a proposal, in order, with the progress at the beginning of each.
import type { DraftingState } from '@/api/gen/model';

export const STAGES: readonly { stage: DraftingState['stage']; label: string; progress: number }[] = [
  { stage: 'analyzing', label: 'Analyzing client requirements', progress: 20 },
  { stage: 'structure', label: 'Generating proposal structure', progress: 40 },
  { stage: 'pricing', label: 'Creating pricing strategy', progress: 60 },
  { stage: 'timeline', label: 'Building timeline and milestones', progress: 80 },
  { stage: 'finalizing', label: 'Finalizing your proposal', progress: 100 },
];

/** The minimum time between stages on the screen. */
export const STAGE_SPACING_MS = 800;

/** The progress that the screen may show: never ahead of the server. */
export function stageReached(state: DraftingState | undefined): number {
  if (state === undefined || state.status === 'queued') return 0;
  if (state.status === 'done') return STAGES.length - 1;
  return Math.max(
    0,
    STAGES.findIndex(({ stage }) => stage === state.stage),
  );
}

export const isOver = (state: DraftingState | undefined): boolean =>
  state?.status === 'done' || state?.status === 'failed';
