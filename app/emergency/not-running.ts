/** What pages say of a protocol that does not run: what is missing, what that means, and what to do next. */
import type { Blocker } from '#domain/emergency/running.ts';
import { eitherPlan, plansWith } from '#domain/subscription/plan.ts';
import type { EmergencyPage, ProtocolView } from '#services/emergency/protocol-view.ts';
import { isUndated } from './sentences.ts';
import { count, people } from './words.ts';

/** What to do about each. */
const TO_DO: Record<Blocker, string> = {
  'address-unconfirmed': 'confirm your email',
  'no-contact': 'add a contact',
  'no-content': 'choose something to send',
  plan: 'choose a plan',
};

/** @returns what to do about all of it, "Confirm your email, and add a contact." */
export function allToDo(blockedBy: readonly Blocker[]): string {
  const steps = new Intl.ListFormat('en-GB').format(blockedBy.map((blocker) => TO_DO[blocker]));
  return `${steps.charAt(0).toUpperCase()}${steps.slice(1)}.`;
}

/** The big button. A post sends the link that confirms the address once more. */
interface NextStep {
  to: string;
  method: 'get' | 'post';
  label: string;
  /** The words below the button. */
  note: string;
}

/** The head of the page while the protocol is on and does not run. */
export interface Stopped {
  lead: string;
  status: string;
  why: string;
  next: NextStep;
}

/** A missing plan never stops a protocol that is on. */
type Stopping = Exclude<Blocker, 'plan'>;

const LEAD: Record<Stopping, string> = {
  'address-unconfirmed': 'we cannot be sure that our warnings reach you',
  'no-contact': 'there is nobody to tell',
  'no-content': 'there is nothing to send',
};

const WHY: Record<Stopping, string> = {
  'address-unconfirmed': 'You have not confirmed your email address, so our warnings might not reach you.',
  'no-contact': 'You have no trusted contact, so nobody would be told and nothing would be sent.',
  'no-content': 'You have not chosen anything to send, so your contacts would receive nothing.',
};

/** @returns the head of the page, with the first thing to do; null while the protocol runs, is off, or was released */
export function stoppedOf({ protocol, offered }: Pick<EmergencyPage, 'protocol' | 'offered'>): Stopped | null {
  const { isActive, blockedBy, ownerEmail: email } = protocol;
  const [first] = blockedBy;
  if (!isActive || !isUndated(protocol) || !first || first === 'plan') return null;
  return {
    lead: `A light left on. It is not lit yet: ${LEAD[first]}.`,
    status: `Not running: ${TO_DO[first]}`,
    why: `${WHY[first]} No days are being counted.`,
    next: nextStep(first, { email, hasContents: offered.shown.length > 0 }),
  };
}

function nextStep(first: Stopping, { email, hasContents }: { email: string; hasContents: boolean }): NextStep {
  if (first === 'address-unconfirmed')
    return {
      to: '/profile/email/confirm',
      method: 'post',
      label: 'Send the link again',
      note: `We sent a link to ${email}. Open it to confirm your email. Check your spam folder, too.`,
    };
  if (first === 'no-contact')
    return {
      to: '/profile#h-contacts',
      method: 'get',
      label: 'Add a contact',
      note: 'We don’t tell people that you add them.',
    };
  const note = 'Nothing goes out now.';
  if (hasContents) return { to: '#contents', method: 'get', label: 'Choose something to send', note };
  return { to: '/create', method: 'get', label: 'Create something to send', note };
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
  const { blockedBy, contacts, items, isActive, inactiveDays, ownerEmail: email } = protocol;
  if (!isUndated(protocol)) return null;
  const isThere = (blocker: Blocker) => !blockedBy.includes(blocker);
  return [
    {
      name: 'A trusted contact',
      text: contacts.length > 0 ? people(contacts) : 'A person we may write to. Two are better than one.',
      isThere: isThere('no-contact'),
      link: isThere('no-contact') ? null : { to: '/profile#h-contacts', words: 'Add a contact' },
    },
    {
      name: 'Something to send',
      text:
        items > 0
          ? `${count(items, 'item')} ${items === 1 ? 'is' : 'are'} in Emergency Content.`
          : 'A letter or a file that your contacts receive.',
      isThere: isThere('no-content'),
      link: isThere('no-content') ? null : { to: '#contents', words: 'Choose something' },
    },
    {
      name: 'Your confirmed email',
      text: isThere('address-unconfirmed') ? email : `Please open the link that we sent to ${email}.`,
      isThere: isThere('address-unconfirmed'),
      link: null,
    },
    {
      name: 'Switched on',
      text: isActive
        ? `After ${count(inactiveDays, 'day')} without a check-in.`
        : isThere('plan')
          ? 'It is off.'
          : `This comes with ${eitherPlan(plansWith('emergencyProtocol'))}.`,
      isThere: isActive,
      link: isThere('plan') ? { to: '#settings-part', words: isActive ? 'Change' : 'Switch it on' } : null,
    },
  ];
}
