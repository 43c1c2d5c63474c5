/** What pages say of a protocol that does not run: what is missing, what that means, and what to do next. */
import type { Blocker } from '#domain/emergency/running.ts';
import { plansWith } from '#domain/subscription/plan.ts';
import { blockers, protocolNeeds as texts } from '#messages/en/protocol-needs.ts';
import { listFormat } from '#messages/formatters.ts';
import { sayEither } from '#messages/lists.ts';
import { formatLocale, say, sayAll } from '#messages/say.ts';
import type { EmergencyPage, ProtocolView } from '#services/emergency/protocol-view.ts';
import { isUndated } from './sentences.ts';
import { people } from './words.ts';

/** @returns what to do about all of it: "Confirm your email and add a contact." */
export function allToDo(blockedBy: readonly Blocker[]): string {
  const toDo = blockedBy.map((one) => say(one === 'plan' ? texts.choosePlan : blockers[one].toDo));
  const steps = listFormat().format(toDo);
  return say(texts.allToDo, { steps: `${steps.charAt(0).toLocaleUpperCase(formatLocale())}${steps.slice(1)}` });
}

/** What is missing first, as one button. A post sends the link that confirms the address once more. */
interface NextStep {
  to: string;
  method: 'get' | 'post';
  label: string;
  /** The words below the button. */
  note: string;
}

/** The head of the page while the protocol is on and does not run. */
export interface Stopped {
  status: string;
  why: string;
  next: NextStep;
}

/** A missing plan never stops a protocol that is on. */
export type Stopping = Exclude<Blocker, 'plan'>;

/** @returns the head of the page, with the first thing to do; null while the protocol runs, is off, or was released */
export function stoppedOf({ protocol, offered }: Pick<EmergencyPage, 'protocol' | 'offered'>): Stopped | null {
  const { isActive, blockedBy, ownerEmail: email } = protocol;
  const first = firstMissing(blockedBy);
  if (!isActive || !isUndated(protocol) || !first) return null;
  const { status, why } = sayAll(blockers[first]);
  const next = nextStep(first, { email, hasContents: offered.shown.length > 0 });
  return { status, why: say(texts.noDays, { why }), next };
}

/** @returns what has to be done first; null if nothing is missing but a plan */
export function firstMissing(blockedBy: readonly Blocker[]): Stopping | null {
  return blockedBy.find((one) => one !== 'plan') ?? null;
}

/** @param owner `hasContents`: whether there is something to choose from */
export function nextStep(first: Stopping, owner: { email: string; hasContents: boolean }): NextStep {
  const { confirm, addContact, choose, create } = texts.next;
  const { email, hasContents } = owner;
  if (first === 'address-unconfirmed')
    return {
      to: '/profile/email/confirm',
      method: 'post',
      label: say(confirm.label),
      note: say(confirm.note, { email }),
    };
  if (first === 'no-contact') return { to: '/profile#h-contacts', method: 'get', ...sayAll(addContact) };
  if (hasContents) return { to: '/emergency#contents', method: 'get', ...sayAll(choose) };
  return { to: '/create', method: 'get', ...sayAll(create) };
}

/** One thing that the protocol needs. */
export interface Need {
  name: string;
  text: string;
  isThere: boolean;
  link: { to: string; words: string } | null;
}

/** @returns all that the protocol needs, and what of it is there; null if nothing is missing but the switch */
export function needsOf(protocol: ProtocolView): Need[] | null {
  const { blockedBy, contacts, items, ownerEmail: email } = protocol;
  if (!isUndated(protocol)) return null;
  const isThere = (blocker: Blocker) => !blockedBy.includes(blocker);
  const { contact, content } = texts;
  return [
    {
      name: say(contact.name),
      text: contacts.length > 0 ? people(contacts) : say(contact.text),
      isThere: isThere('no-contact'),
      link: isThere('no-contact') ? null : { to: '/profile#h-contacts', words: say(contact.link) },
    },
    {
      name: say(content.name),
      text: items > 0 ? say(content.there, { count: items }) : say(content.text),
      isThere: isThere('no-content'),
      link: isThere('no-content') ? null : { to: '#contents', words: say(content.link) },
    },
    {
      name: say(texts.email.name),
      text: isThere('address-unconfirmed') ? email : say(texts.email.text, { email }),
      isThere: isThere('address-unconfirmed'),
      link: null,
    },
    switchNeed(protocol),
  ];
}

function switchNeed({ isActive, inactiveDays, blockedBy }: ProtocolView): Need {
  const { name, after, off, beyondPlan, change, switchOn } = texts.on;
  const link = { to: '#settings-part', words: say(isActive ? change : switchOn) };
  const need = { name: say(name), isThere: isActive, link: blockedBy.includes('plan') ? null : link };
  if (isActive) return { ...need, text: say(after, { days: inactiveDays }) };
  if (need.link) return { ...need, text: say(off) };
  return { ...need, text: say(beyondPlan, { plans: sayEither(plansWith('emergencyProtocol')) }) };
}
