/**
 * How long a page was read, by part. Pure: the time is an argument, in milliseconds of any monotonic clock.
 * Only time in the foreground counts, and every figure is a total since the page was opened.
 */
import type { ReadingInput } from '@/api/gen/model';

export type Figures = Pick<ReadingInput, 'visibleMs' | 'interactions' | 'sections'>;

/** Events within this time are a single movement, and count once. */
export const ONE_MOVEMENT_MS = 1000;

/** Time counted while something lasts. */
class Stopwatch {
  private total = 0;
  private since: number | undefined;

  run(running: boolean, at: number): void {
    if (this.since !== undefined) this.total += Math.max(0, at - this.since);
    this.since = running ? at : undefined;
  }

  read(at: number): number {
    return Math.round(this.total + (this.since === undefined ? 0 : Math.max(0, at - this.since)));
  }
}

export class Reading {
  private readonly page = new Stopwatch();
  private readonly sections = new Map<string, { inView: boolean; watch: Stopwatch }>();
  private visible = false;
  private interactions = 0;
  private lastMovement: number | undefined;

  /** The page came to the foreground, or left it. */
  setVisible(visible: boolean, at: number): void {
    this.visible = visible;
    this.page.run(visible, at);
    for (const { inView, watch } of this.sections.values()) watch.run(visible && inView, at);
  }

  /** A section came into view, or left it. */
  setInView(id: string, inView: boolean, at: number): void {
    const section = this.sections.get(id) ?? { inView, watch: new Stopwatch() };
    section.inView = inView;
    this.sections.set(id, section);
    section.watch.run(this.visible && inView, at);
  }

  /** The user scrolled, typed, touched or clicked. */
  interact(at: number): void {
    if (this.lastMovement !== undefined && at - this.lastMovement < ONE_MOVEMENT_MS) return;
    this.lastMovement = at;
    this.interactions += 1;
  }

  figures(at: number): Figures {
    const sections = [...this.sections]
      .map(([blockId, { watch }]) => ({ blockId, visibleMs: watch.read(at) }))
      .filter(({ visibleMs }) => visibleMs > 0);
    return { visibleMs: this.page.read(at), interactions: this.interactions, sections };
  }
}

/** A section is in view if half of it is visible, or if it fills half of the window. */
export function isInView(shown: { ratio: number; height: number; windowHeight: number }): boolean {
  return shown.ratio >= 0.5 || (shown.windowHeight > 0 && shown.height >= shown.windowHeight / 2);
}
