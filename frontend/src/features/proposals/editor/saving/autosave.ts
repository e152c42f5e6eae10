/**
 * Saves the document: some time after the last change, one save at a time, with retries until the
 * server has it. Changes by the server and other users are merged into the document on the screen,
 * block by block.
 */
import { NETWORK_ERROR, isProblem, isSignedOut, userMessage } from '@/api/problem';
import type { Proposal } from '@/api/gen/model';
import { readBlocks, sameBlocks, writeBlocks, type Block } from '../document/blocks';
import { merge, settle, type BlockConflict } from '../document/merge';

const PAUSE_MS = 800;
const RETRY_FIRST_MS = 2000;
const RETRY_MAX_MS = 60_000;
/** If others save faster than the merge, wait as if the server were unavailable. */
const MERGES_MAX = 5;

/** The server's state. */
export type Saved = Pick<Proposal, 'htmlContent' | 'version'>;

interface Base {
  blocks: Block[];
  version: number;
}

export type SaveState =
  | { name: 'saved' }
  /** Changed, to be saved soon. */
  | { name: 'waiting' }
  | { name: 'saving' }
  /** Failed; will be retried. */
  | { name: 'failed' }
  /** The server refuses the current content. */
  | { name: 'refused'; message: string; unpaid: boolean }
  | { name: 'conflict'; conflicts: readonly BlockConflict[]; by: string | undefined };

export interface Host {
  /** The document on the screen. */
  read: () => Block[];
  /** Shows these blocks; the server has `base`. */
  show: (blocks: Block[], base: Block[]) => void;
  save: (htmlContent: string, version: number) => Promise<Proposal>;
  /** The server has saved it: its response. */
  saved: (answer: Proposal) => void;
  /** Stores unsaved work so that it survives a crash. */
  keep: (html: string, base: Saved) => void;
  forget: () => void;
  /** Another user's changes arrived and affected other blocks. */
  merged: (by: string | undefined) => void;
}

export class Autosave {
  readonly #host: Host;
  #base: Base;
  #state: SaveState = { name: 'saved' };
  readonly #listeners = new Set<() => void>();
  /** Incremented with every change; a save covers the count at its start. */
  #changes = 0;
  #saved = 0;
  #failures = 0;
  #merges = 0;
  #signedOut = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | undefined;

  constructor(start: Saved, host: Host) {
    this.#host = host;
    this.#base = { blocks: readBlocks(start.htmlContent), version: start.version };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): SaveState => this.#state;

  get base(): Base {
    return this.#base;
  }

  get unsaved(): boolean {
    return this.#changes !== this.#saved;
  }

  /**
   * Whether leaving would lose data. A signed-out user cannot save, and finds the draft again after
   * signing in.
   */
  get guarded(): boolean {
    return this.unsaved && !this.#signedOut;
  }

  /** The document on the screen was changed by the user. */
  changed(): void {
    this.#changes += 1;
    if (this.#state.name === 'conflict') return;
    // Without an active plan every attempt would be refused: the text is kept locally.
    if (this.#state.name === 'refused' && this.#state.unpaid) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#keep(this.#host.read());
      }, PAUSE_MS);
      return;
    }
    if (this.#state.name !== 'saving') this.#set({ name: 'waiting' });
    this.#later(PAUSE_MS);
  }

  /** Saves now. True once the server has everything. */
  async flush(): Promise<boolean> {
    while (this.unsaved) {
      if (this.#state.name === 'conflict') return false;
      if (!(await this.#save())) return false;
    }
    return true;
  }

  /**
   * The network or the user is back, or a retry was requested: failed saves are repeated at once.
   */
  retry(): void {
    if (this.#state.name === 'failed' || this.#state.name === 'refused') void this.flush();
  }

  /**
   * The proposal was changed by something else: the assistant, the prices, a restored version, another user.
   */
  take(next: Saved): void {
    if (next.version < this.#base.version) return;
    const theirs = readBlocks(next.htmlContent);
    if (next.version === this.#base.version && sameBlocks(theirs, this.#base.blocks)) return;
    if (!this.#bringIn(theirs, next.version, undefined)) return;
    if (this.unsaved && this.#state.name !== 'saving') this.#later(PAUSE_MS);
  }

  /** Restores stored work from before, as a local change. */
  restore(html: string, base: Saved): void {
    const merged = merge(readBlocks(base.htmlContent), readBlocks(html), this.#base.blocks);
    this.#host.show(merged.blocks, this.#base.blocks);
    this.#changes += 1;
    if (merged.conflicts.length > 0) this.#stop(merged.conflicts, undefined);
    else void this.flush();
  }

  /** Resolves a conflict: these blocks are taken from the other side, the rest stays local. */
  decide(takenFromThem: ReadonlySet<string>): void {
    if (this.#state.name !== 'conflict') return;
    const mine = { blocks: this.#host.read(), conflicts: [...this.#state.conflicts] };
    this.#host.show(settle(mine, this.#base.blocks, takenFromThem), this.#base.blocks);
    this.#changes += 1;
    this.#set({ name: 'waiting' });
    void this.flush();
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #set(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  #save(): Promise<boolean> {
    this.#running ??= this.#attempt().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #attempt(): Promise<boolean> {
    clearTimeout(this.#timer);
    const changes = this.#changes;
    const sent = this.#host.read();
    // Undone: the server already has this state.
    if (sameBlocks(sent, this.#base.blocks)) {
      this.#done(changes);
      return true;
    }
    this.#set({ name: 'saving' });
    const html = this.#keep(sent);
    let answer: Proposal;
    try {
      answer = await this.#host.save(html, this.#base.version);
    } catch (error) {
      return this.#refused(error);
    }
    this.#failures = 0;
    this.#merges = 0;
    if (answer.version >= this.#base.version) {
      const blocks = readBlocks(answer.htmlContent);
      // Input during the save stays, and belongs to the next save.
      const { blocks: shown } = merge(sent, this.#host.read(), blocks);
      this.#base = { blocks, version: answer.version };
      this.#host.show(shown, blocks);
    }
    this.#host.saved(answer);
    this.#done(changes);
    return true;
  }

  /** Stores the document so that it survives a crash, in the form that is sent to the server. */
  #keep(blocks: Block[]): string {
    const html = writeBlocks(blocks);
    this.#host.keep(html, { htmlContent: writeBlocks(this.#base.blocks), version: this.#base.version });
    return html;
  }

  #done(changes: number): void {
    this.#saved = changes;
    if (this.unsaved) {
      this.#set({ name: 'waiting' });
      this.#later(PAUSE_MS);
    } else {
      this.#host.forget();
      this.#set({ name: 'saved' });
    }
  }

  async #refused(error: unknown): Promise<boolean> {
    const conflict = isProblem(error) && error.code === 'stale_version' ? error.body.conflict : undefined;
    if (conflict !== undefined && this.#merges < MERGES_MAX) {
      this.#merges += 1;
      const { currentHtmlContent, currentVersion, changedBy }: typeof conflict & { changedBy?: string } =
        conflict;
      return this.#bringIn(readBlocks(currentHtmlContent), currentVersion, changedBy, true)
        ? this.#attempt()
        : false;
    }
    this.#signedOut = isSignedOut(error);
    if (conflict !== undefined || isTransient(error)) {
      this.#merges = 0;
      const wait = isProblem(error) && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
      this.#later(Math.max(wait, Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** this.#failures)));
      this.#failures += 1;
      this.#set({ name: 'failed' });
    } else {
      const message = userMessage(error, 'Failed to update proposal. Please try again.');
      this.#set({ name: 'refused', message, unpaid: isProblem(error) && error.trialExpired });
    }
    return false;
  }

  /**
   * Merges another state of the document with the local one. Returns false if the user must decide.
   */
  #bringIn(theirs: Block[], version: number, by: string | undefined, told = false): boolean {
    const changed = !sameBlocks(this.#base.blocks, theirs);
    const { blocks, conflicts } = merge(this.#base.blocks, this.#host.read(), theirs);
    this.#base = { blocks: theirs, version };
    this.#host.show(blocks, theirs);
    if (conflicts.length > 0) {
      this.#stop(conflicts, by);
      return false;
    }
    if (told && changed) this.#host.merged(by);
    return true;
  }

  #stop(conflicts: readonly BlockConflict[], by: string | undefined): void {
    clearTimeout(this.#timer);
    this.#set({ name: 'conflict', conflicts, by });
  }
}

/** Temporary failures: no connection, an unavailable or busy server. */
const isTransient = (error: unknown): boolean =>
  !isProblem(error) ||
  error.code === NETWORK_ERROR ||
  error.status >= 500 ||
  error.status === 408 ||
  error.status === 429;
