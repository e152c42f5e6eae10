// The events of a proposal as sentences. An unknown kind is shown by its name, so that nothing is
// hidden.
import type { ActivityEvent } from '@/api/gen/model';

type EventFacts = Pick<ActivityEvent, 'kind' | 'actor' | 'actorName' | 'actorEmail' | 'revisionNumber'>;

/** The actor, and the action. */
export interface Sentence {
  /** Absent if there was no actor. */
  who?: string;
  what: string;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['price', 'The price'],
  ['timing', 'The timing'],
  ['scope', 'The scope'],
  ['chose_another', 'They chose another offer'],
  ['no_longer_needed', 'It is no longer needed'],
  ['other', 'Another reason'],
]);

const plain = (word: string): string => word.replaceAll('_', ' ');

/** A client's reason for declining, in words. */
export const reasonInWords = (reason: string): string => REASONS.get(reason) ?? plain(reason);

function nameOf({ actor, actorName, actorEmail }: EventFacts): string {
  const known = [actorName, actorEmail].find((name) => name !== undefined && name !== '');
  switch (actor) {
    case 'member':
      return known ?? 'A member of your team';
    case 'api_client':
      return known ?? 'An integration';
    case 'client':
      return known ?? 'Your client';
    case 'assistant':
      return 'The assistant';
    case 'system':
      return 'Proffer';
  }
}

/** Named by its number, if it has one. */
const revision = ({ revisionNumber }: EventFacts, otherwise: string): string =>
  revisionNumber === undefined ? otherwise : `revision ${revisionNumber}`;

export function sentenceOf(event: EventFacts, count = 1): Sentence {
  const who = nameOf(event);
  const times = count > 1 ? `, ${count} times` : '';
  switch (event.kind) {
    case 'created':
      return { who, what: 'created the proposal' };
    case 'copied':
      return { who, what: 'created it as a copy of another proposal' };
    case 'drafted':
      return { who, what: 'wrote the draft' };
    case 'draft_failed':
      return { who, what: 'could not write the draft' };
    case 'edited':
      return { who, what: `edited it${times}` };
    case 'amount_confirmed':
      return { who, what: count > 1 ? `confirmed ${count} prices` : 'confirmed a price' };
    case 'claims_accepted':
      return { who, what: `accepted claims in the text${times}` };
    case 'shared':
      return { who, what: 'created a link to it' };
    case 'link_revoked':
      return { who, what: 'revoked the link' };
    case 'sent':
      return { who, what: `sent ${revision(event, 'it to the client')}` };
    case 'reminded':
      return event.actor === 'system'
        ? { what: 'A scheduled reminder was queued for your client' }
        : { who, what: 'sent a reminder to your client' };
    case 'reopened':
      return { who, what: 'reopened it for editing' };
    case 'viewed':
      // A reader without an action has given no name.
      return {
        who: who === 'Your client' ? 'A person with the link' : who,
        what: `opened ${revision(event, 'it')}`,
      };
    case 'changes_requested':
      return { who, what: 'asked for changes' };
    case 'accepted':
      return { who, what: `signed ${revision(event, 'it')}; it awaits your countersignature` };
    case 'countersigned':
      return { who, what: 'countersigned it' };
    case 'signed':
      return { who, what: `signed ${revision(event, 'it')}` };
    case 'acceptance_recorded':
      return { who, what: 'recorded an acceptance that was given elsewhere' };
    case 'declined':
      return { who, what: 'declined it' };
    case 'expired':
      return { what: 'It expired without an answer' };
    case 'downloaded':
      return { who, what: `downloaded the document${times}` };
    case 'deleted':
      return { who, what: 'deleted it' };
    default:
      return { who, what: `${plain(event.kind)}${times}` };
  }
}

/**
 * Consecutive events of one author on the draft are combined; events that concern the client never
 * are.
 */
const QUIET: ReadonlySet<string> = new Set(['edited', 'amount_confirmed', 'claims_accepted', 'downloaded']);

export interface Entry {
  /** The newest of them. */
  event: ActivityEvent;
  count: number;
}

export interface Day {
  /** The moment of its newest event. */
  at: string;
  entries: Entry[];
}

/** The events, newest first, by day in the reader's time zone, with a run of similar work as one entry. */
export function daysOf(events: readonly ActivityEvent[]): Day[] {
  const days: Day[] = [];
  for (const event of events) {
    let day = days.at(-1);
    if (day === undefined || new Date(day.at).toDateString() !== new Date(event.at).toDateString()) {
      day = { at: event.at, entries: [] };
      days.push(day);
    }
    const last = day.entries.at(-1);
    if (last !== undefined && goesOn(last.event, event)) last.count += 1;
    else day.entries.push({ event, count: 1 });
  }
  return days;
}

const goesOn = (later: ActivityEvent, earlier: ActivityEvent): boolean =>
  QUIET.has(later.kind) &&
  later.kind === earlier.kind &&
  later.actor === earlier.actor &&
  later.actorName === earlier.actorName &&
  later.actorEmail === earlier.actorEmail;

/** "2 min 5 s", "12 s", "1 h 3 min". */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
