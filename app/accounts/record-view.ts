/** The page of the record, composed on the server: sentences, days, and what can still be looked at. */

import { RECORD_AREAS, RECORD_KINDS, type RecordArea, type RecordKind } from '#domain/record/kinds.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { clock, fullDate, plainDate } from '#messages/dates.ts';
import { frame } from '#messages/en/frame.ts';
import { recordAreas, recordPage as texts } from '#messages/en/record-page.ts';
import { recordSentences } from '#messages/en/record-sentences.ts';
import { say } from '#messages/say.ts';
import type { RecordEntry } from '#services/record/entries.ts';
import type { Subjects } from '#services/record/subjects.ts';

/** One entry, in words. */
export interface EntryView {
  seq: number;
  /** "09:41" */
  time: string;
  sentence: string;
  /** What it is about, where that still exists: a title or a person, and its page. */
  about: { href: string; label: string } | null;
  kind: string;
  /** Names and values, in the order of the entry. */
  data: { name: string; value: string }[];
  prev: string;
  hash: string;
}

/** A day of the account's time zone, with its entries, the newest first. */
export interface DayView {
  /** "Today", or the date. */
  heading: string;
  /** The date with its weekday. */
  date: string;
  entries: EntryView[];
}

/** What the page filters by, as it stands in its address. */
export interface RecordFilter {
  area: RecordArea | null;
  words: string;
  /** `2026-11-28`, or empty. */
  from: string;
  until: string;
}

/** @returns the filter of an address; what is not valid is left out */
export function filterOf(search: URLSearchParams): RecordFilter {
  const area = RECORD_AREAS.find((one) => one === search.get('kind')) ?? null;
  return {
    area,
    words: (search.get('words') ?? '').trim().slice(0, 100),
    from: dayIn(search.get('from')),
    until: dayIn(search.get('until')),
  };
}

function dayIn(value: string | null): string {
  return value && /^20\d\d-\d\d-\d\d$/.test(value) && resolveLocalTime(`${value}T00:00`, 'UTC') ? value : '';
}

/** @returns the address of the page with a filter */
export function recordPath(filter: Partial<RecordFilter>, cursor: string | null = null): string {
  const { area = null, words = '', from = '', until = '' } = filter;
  const search = new URLSearchParams(
    Object.entries({ kind: area ?? '', words, from, until, cursor: cursor ?? '' }).filter(([, value]) => value !== ''),
  );
  return search.size > 0 ? `/profile/record?${search}` : '/profile/record';
}

/** @returns the kinds that a filter leaves: of its area, and whose sentence has its words; null for all */
export function kindsLeft({ area, words }: RecordFilter): string[] | null {
  if (!area && !words) return null;
  const kinds = area ? RECORD_KINDS[area] : RECORD_AREAS.flatMap((one) => RECORD_KINDS[one]);
  const wanted = words.toLocaleLowerCase();
  return kinds.filter((kind) => `${say(recordSentences[kind])} ${kind}`.toLocaleLowerCase().includes(wanted));
}

/** @returns the instants between which a filter's days are, in the account's time zone */
export function instantsOf({ from, until }: RecordFilter, timeZone: string): { from: Date | null; until: Date | null } {
  return { from: midnight(from, timeZone), until: midnight(until && nextDay(until), timeZone) };
}

function midnight(day: string, timeZone: string): Date | null {
  const resolved = day ? resolveLocalTime(`${day}T00:00`, timeZone) : null;
  return resolved && new Date(resolved.instant);
}

function nextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** @returns the tabs: all kinds, then each area, with how many entries it has */
export function tabsOf(counts: ReadonlyMap<string, number>, filter: RecordFilter) {
  const sum = (kinds: readonly string[]) => kinds.reduce((total, kind) => total + (counts.get(kind) ?? 0), 0);
  const rest = { words: filter.words, from: filter.from, until: filter.until };
  const all = [...counts.values()].reduce((total, count) => total + count, 0);
  return [
    { to: recordPath(rest), label: say(texts.all, { count: all }), isCurrent: filter.area === null },
    ...RECORD_AREAS.map((area) => ({
      to: recordPath({ ...rest, area }),
      label: say(texts.area, { area: say(recordAreas[area]), count: sum(RECORD_KINDS[area]) }),
      isCurrent: filter.area === area,
    })),
  ];
}

/** @returns the entries by the days of the account's time zone */
export function daysOf(entries: readonly RecordEntry[], subjects: Subjects, timeZone: string, now: string): DayView[] {
  const today = fullDate(now, timeZone);
  const days: DayView[] = [];
  for (const entry of entries) {
    const date = fullDate(entry.at, timeZone);
    let day = days.at(-1);
    if (day?.date !== date) {
      const heading = date === today ? say(texts.today) : plainDate(entry.at, timeZone);
      day = { heading, date, entries: [] };
      days.push(day);
    }
    day.entries.push(entryView(entry, subjects, timeZone));
  }
  return days;
}

function entryView({ seq, at, kind, data, prev, hash }: RecordEntry, subjects: Subjects, timeZone: string): EntryView {
  return {
    ...{ seq, kind, prev, hash },
    time: clock(at, timeZone),
    sentence: sentenceOf(kind),
    about: aboutOf(data, subjects),
    data: Object.entries(data ?? {}).map(([name, value]) => ({ name, value: [value].flat().join(', ') })),
  };
}

/** @returns what happened; a kind of a later version has no words of its own */
export function sentenceOf(kind: string): string {
  const message = recordSentences[kind as RecordKind];
  return message ? say(message) : say(texts.unknown);
}

function aboutOf(data: RecordEntry['data'], { contents, deliveries, contacts }: Subjects): EntryView['about'] {
  const { delivery_id = '', content_id = '', contact_id = '' } = (data ?? {}) as Record<string, string>;
  const [recipient, title, name] = [deliveries.get(delivery_id), contents.get(content_id), contacts.get(contact_id)];
  if (recipient) return { href: `/schedule/${delivery_id}`, label: say(texts.to, { recipient }) };
  if (title !== undefined) return { href: `/dashboard/content/${content_id}`, label: title || say(frame.untitled) };
  return name ? { href: `/profile/contacts/${contact_id}/edit`, label: name } : null;
}
