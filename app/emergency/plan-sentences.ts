/** What each contact receives by the plan of a release, in a sentence. */
import type { PlannedDelivery } from '#domain/emergency/release-plan.ts';
import { planSentences as texts } from '#messages/en/emergency-plan.ts';
import { listFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
import type { PlanContact } from '#services/emergency/plan.ts';
import { type Calendar, dateOf, people } from './words.ts';

/** What sentences are made from. */
export interface Planned {
  contacts: readonly PlanContact[];
  deliveries: readonly PlannedDelivery[];
}

/** @returns for each contact "Rui receives 3 things on 25 December and 1 on 8 January."; without dates while none are known */
export function planSentences(
  { contacts, deliveries }: Planned,
  calendar: Calendar,
): { contact_id: string; text: string }[] {
  const byContact = Map.groupBy(deliveries, ({ contactId }) => contactId);
  const names = shortNames(contacts);
  return contacts.map(({ id, role }, index) => {
    const name = names[index] ?? '';
    if (role === 'witness') return { contact_id: id, text: say(texts.witness, { name }) };
    const shares = byContact.get(id) ?? [];
    if (shares.length === 0) return { contact_id: id, text: say(texts.nothing, { name }) };
    const list = listFormat().format(shares.map((share, nth) => shareWords(share, nth === 0, calendar)));
    return { contact_id: id, text: say(texts.receives, { name, list }) };
  });
}

/** @returns first names; full names where two people have the same one */
function shortNames(contacts: readonly PlanContact[]): string[] {
  const first = contacts.map(({ name }) => people([name]));
  return first.map((name, index) =>
    first.indexOf(name) === first.lastIndexOf(name) ? name : (contacts[index]?.name ?? name),
  );
}

function shareWords(
  { at, afterDays: days, contentIds }: PlannedDelivery,
  isFirst: boolean,
  calendar: Calendar,
): string {
  const count = contentIds.length;
  if (at !== null) {
    const date = dateOf(at, calendar);
    return isFirst ? say(texts.firstOn, { count, date }) : say(texts.nextOn, { count, date });
  }
  if (days === 0) return say(texts.firstAtOnce, { count });
  return say(texts.after, { count, days });
}
