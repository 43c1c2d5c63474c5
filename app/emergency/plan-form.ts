/** The form of the release plan: a cell for each person and thing, under a name that a field may have. */
import { AFTER_DAYS } from '#domain/emergency/emergency.ts';
import type { Plan } from '#domain/emergency/plan.schema.ts';
import { planView as texts } from '#messages/en/emergency-plan.ts';
import { say } from '#messages/say.ts';

/** Whether and when a person gets a thing. */
export const CHOICES = ['no', 'release', 'later'] as const;
export type Choice = (typeof CHOICES)[number];

/** What was typed into a cell. */
export interface TypedCell {
  choice: Choice;
  days: string;
  /** What is wrong with it; null if nothing is. */
  problem: string | null;
}

/** The form as it was sent. */
export interface PlanForm {
  /** The contents that it is about. */
  about: string[];
  items: Plan['items'];
  /** By the names of the cells, so that the page can show them again. */
  typed: Record<string, TypedCell>;
  /** Whether a number of days is wrong. */
  isWrong: boolean;
  /** Contents that nobody was chosen for. */
  forNobody: string[];
}

/** A field for the ids, one for the choice and one for the days of each cell. */
const FIELDS_OF_CELL = 3;
/** Of 5 contents for 50 contacts, and a few more. */
export const PLAN_FIELDS_MAX = 270 * FIELDS_OF_CELL;

/** @returns the name of a cell: its number in letters, because names of fields have no digits */
export function cellName(index: number): string {
  return [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
}

/** Reads the cells. A content that everyone gets at the release has no items: it also goes to contacts who are added later. */
export function readPlanForm(form: FormData): PlanForm {
  const cells = [...form.entries()].flatMap(([name, value]) =>
    name.startsWith('cell_') ? [cellOf(form, name.slice(5), `${value}`)] : [],
  );
  const byContent = Map.groupBy(cells, ({ contentId }) => contentId);
  const items: Plan['items'] = [];
  const forNobody: string[] = [];
  for (const [contentId, own] of byContent) {
    const chosen = own.filter(({ typed }) => typed.choice !== 'no');
    if (chosen.length === 0) forNobody.push(contentId);
    if (own.every(({ typed }) => typed.choice === 'release')) continue;
    for (const { contactId, after } of chosen)
      items.push({ content_id: contentId, contact_id: contactId, after_days: after });
  }
  return {
    about: [...byContent.keys()],
    items,
    typed: Object.fromEntries(cells.map(({ name, typed }) => [name, typed])),
    isWrong: cells.some(({ typed }) => typed.problem !== null),
    forNobody,
  };
}

function cellOf(form: FormData, name: string, ids: string) {
  const [contentId = '', contactId = ''] = ids.split('.');
  const sent = form.get(`when_${name}`);
  const choice = CHOICES.find((one) => one === sent) ?? 'no';
  const days = `${form.get(`days_${name}`) ?? ''}`.trim();
  const after = choice === 'later' ? daysIn(days) : 0;
  const problem = after === null ? say(texts.answers.days, AFTER_DAYS) : null;
  return { name, contentId, contactId, after: after ?? 0, typed: { choice, days, problem } };
}

function daysIn(typed: string): number | null {
  const days = /^\d{1,3}$/.test(typed) ? Number(typed) : null;
  return days !== null && days >= AFTER_DAYS.min && days <= AFTER_DAYS.max ? days : null;
}
