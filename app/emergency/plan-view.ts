/** The page of the release plan in words, which the server puts together so that browsers need not. */
import { AFTER_DAYS } from '#domain/emergency/emergency.ts';
import { type PlannedDelivery, planRelease } from '#domain/emergency/release-plan.ts';
import { contentTypes } from '#messages/en/content-types.ts';
import { planView as texts } from '#messages/en/emergency-plan.ts';
import { frame } from '#messages/en/frame.ts';
import { sealedItem } from '#messages/en/sealed-item.ts';
import { dateFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import type { PlanPage } from '#services/emergency/plan-page.ts';
import { type Choice, cellName } from './plan-form.ts';
import { planSentences } from './plan-sentences.ts';
import { type Calendar, dateOf, fullDateOf, isHurried, momentOf } from './words.ts';

/** A thing, at the top of its column. */
interface ColumnView {
  id: string;
  title: string;
  glyph: ContentView['type'] | 'sealed';
  kind: string;
}

/** Whether and when a person gets a thing. */
export interface CellView {
  /** Of its fields. */
  name: string;
  /** The ids of the content and the contact. */
  ids: string;
  title: string;
  choice: Choice;
  /** What the field of days begins with. */
  days: number;
  /** The date, or "No". */
  day: string;
  /** How long after the release; empty for "No", and while no date is known. */
  after: string;
}

interface RowView {
  id: string;
  name: string;
  sentence: string;
  /** None for a witness. */
  cells: CellView[];
  isWitness: boolean;
}

/** One day on which something goes out. */
interface DayView {
  /** ISO 8601; null while no date is known. */
  at: string | null;
  what: string;
  who: string;
}

/** All that the page shows. */
export interface PlanPageView {
  lead: string;
  /** It can be changed, and there is something to choose. */
  isOpen: boolean;
  limits: { min: number; max: number };
  columns: ColumnView[];
  rows: RowView[];
  next: string | null;
  days: DayView[];
  nobody: { words: string; isEmpty: boolean };
  /** Those who get nothing. */
  nothing: { id: string; name: string; words: string }[];
  /** In their place, where there are none. */
  nothingWords: string;
}

/** What the field of days begins with where nothing was chosen. */
const DAYS_OFFERED = 14;

/** @returns the page of the release plan, in words */
export function planViewOf({ plan, shown, next, total }: PlanPage): PlanPageView {
  const { date, now, isReleased, contacts, contents, deliveries } = plan;
  const calendar = { timeZone: date.timeZone, day: date.day, now: now.getTime() };
  const columns = shown.map(columnOf);
  const rows = rowsOf(plan, columns, calendar);
  const receiving = new Set(deliveries.map(({ contactId }) => contactId));
  const nothing = contacts
    .filter(({ id }) => !receiving.has(id))
    .map(({ id, name, role }) => ({
      id,
      name,
      words: say(role === 'witness' ? texts.nothing.witness : texts.nothing.person),
    }));
  return {
    lead: leadOf(plan, calendar),
    isOpen: !isReleased && rows.length > 0 && columns.length > 0,
    limits: { min: AFTER_DAYS.min + 1, max: AFTER_DAYS.max },
    columns,
    rows,
    next,
    days: daysOf(plan, calendar),
    nobody: { words: nobodyWords(contents.length, total), isEmpty: contents.length === 0 },
    nothing,
    nothingWords: say(contacts.length === 0 ? texts.nothing.noContacts : texts.nothing.none),
  };
}

function columnOf({ id, title, type, is_sealed }: ContentView): ColumnView {
  return {
    id,
    title: title || say(frame.untitled),
    glyph: is_sealed ? 'sealed' : type,
    kind: say(is_sealed ? sealedItem.badge : contentTypes.names[type]),
  };
}

function leadOf({ date, isReleased }: PlanPage['plan'], calendar: Calendar): string {
  if (isReleased) return say(texts.leads.released);
  return date.releaseAt === null
    ? say(texts.leads.undated)
    : say(texts.leads.dated, { moment: momentOf(date.releaseAt, calendar) });
}

/** By the rule of the release itself, for the contents that are shown. */
function rowsOf(plan: PlanPage['plan'], columns: readonly ColumnView[], calendar: Calendar): RowView[] {
  const { items, contacts, date } = plan;
  const { releaseAt, ...clock } = date;
  const contents = columns.map(({ id }) => id);
  const cells = new Map<string, PlannedDelivery>();
  for (const delivery of planRelease({ items, contacts, contents, releaseAt, clock }))
    for (const contentId of delivery.contentIds) cells.set(idsOf(contentId, delivery.contactId), delivery);
  const sentences = new Map(planSentences(plan, calendar).map(({ contact_id, text }) => [contact_id, text]));
  return contacts.map(({ id, name, role }, row) => ({
    id,
    name,
    isWitness: role === 'witness',
    sentence: sentences.get(id) ?? '',
    cells: (role === 'witness' ? [] : columns).map((column, index) => ({
      name: cellName(row * columns.length + index),
      ids: idsOf(column.id, id),
      title: column.title,
      ...chipOf(cells.get(idsOf(column.id, id)), calendar),
    })),
  }));
}

function idsOf(contentId: string, contactId: string): string {
  return `${contentId}.${contactId}`;
}

function chipOf(
  delivery: PlannedDelivery | undefined,
  calendar: Calendar,
): Pick<CellView, 'choice' | 'days' | 'day' | 'after'> {
  if (!delivery) return { choice: 'no', days: DAYS_OFFERED, day: '', after: '' };
  const { at, afterDays: days } = delivery;
  const chosen = { choice: days === 0 ? ('release' as const) : ('later' as const), days: days || DAYS_OFFERED };
  const distance = days === 0 ? say(texts.chip.atRelease) : say(texts.chip.after, { days });
  if (at === null) return { ...chosen, day: days === 0 ? say(texts.chip.undated) : distance, after: '' };
  const [year, present] = [at, calendar.now].map((instant) =>
    dateFormat({ year: 'numeric', timeZone: calendar.timeZone }).format(instant),
  );
  const isOther = days > 0 && year !== present && !isHurried(calendar);
  const day = isOther ? dayAndMonth(at, calendar) : dateOf(at, calendar);
  return { ...chosen, day, after: isOther ? say(texts.chip.afterInYear, { year: year ?? '', days }) : distance };
}

function dayAndMonth(at: number, { timeZone }: Calendar): string {
  return dateFormat({ day: 'numeric', month: 'long', timeZone }).format(at);
}

/** One line for each day, with the number of things for each person. */
function daysOf({ deliveries, contacts }: PlanPage['plan'], calendar: Calendar): DayView[] {
  const names = new Map(contacts.map(({ id, name }) => [id, name]));
  const byDay = Map.groupBy(deliveries, ({ afterDays }) => afterDays);
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([days, own]) => {
      const count = own.reduce((sum, { contentIds }) => sum + contentIds.length, 0);
      const at = own[0]?.at ?? null;
      const what = days === 0 ? say(texts.days.atRelease, { count }) : say(texts.days.after, { count, days });
      const share = ({ contactId, contentIds }: PlannedDelivery) =>
        say(texts.days.share, { name: names.get(contactId) ?? '', count: contentIds.length });
      return {
        at: at === null ? null : new Date(at).toISOString(),
        what: at === null ? what : `${fullDateOf(at, calendar)}: ${what}`,
        who: own.map(share).join(' '),
      };
    });
}

function nobodyWords(planned: number, total: number): string {
  if (planned === 0) return say(texts.nobody.empty);
  const count = total - planned;
  return count > 0 ? say(texts.nobody.some, { count, total }) : say(texts.nobody.all);
}
