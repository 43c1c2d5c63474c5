/** Every combination of what a protocol needs, and of how far it has come. */
import type { Blocker } from '#domain/emergency/running.ts';

const MOMENTS = ['quiet', 'paused', 'missed', 'released'] as const;

/** One combination. */
export interface ProtocolCase {
  isConfirmed: boolean;
  hasContact: boolean;
  hasContent: boolean;
  isActive: boolean;
  moment: (typeof MOMENTS)[number];
}

const EITHER = [true, false];

/** All of them, each with its name. */
export const PROTOCOL_CASES: [string, ProtocolCase][] = EITHER.flatMap((isActive) =>
  MOMENTS.flatMap((moment) =>
    EITHER.flatMap((isConfirmed) =>
      EITHER.flatMap((hasContact) =>
        EITHER.map((hasContent): [string, ProtocolCase] => {
          const given = { isConfirmed, hasContact, hasContent, isActive, moment };
          return [nameOf(given), given];
        }),
      ),
    ),
  ),
);

function nameOf(given: ProtocolCase): string {
  const missing = missingIn(given).join(', ') || 'nothing';
  return `${given.isActive ? 'on' : 'off'}, ${given.moment}, ${missing} missing`;
}

/** @returns what is missing, in the order of the API. Not from `runningOf`: that is tested by this. */
export function missingIn({ isConfirmed, hasContact, hasContent }: ProtocolCase): Exclude<Blocker, 'plan'>[] {
  return [
    ...(isConfirmed ? [] : (['address-unconfirmed'] as const)),
    ...(hasContact ? [] : (['no-contact'] as const)),
    ...(hasContent ? [] : (['no-content'] as const)),
  ];
}

/** The state to show: `blocked` is on, with something missing. */
export function shownState(given: ProtocolCase): 'off' | 'ended' | 'blocked' | 'runs' {
  if (!given.isActive) return 'off';
  if (given.moment === 'released') return 'ended';
  return missingIn(given).length > 0 ? 'blocked' : 'runs';
}

/** The words and the button for what is missing first, on every page. */
export const FIRST_STEPS = {
  'address-unconfirmed': { toDo: 'confirm your email', label: 'Resend email', to: '/profile/email/confirm' },
  'no-contact': { toDo: 'add a contact', label: 'Add a contact', to: '/profile#h-contacts' },
  'no-content': { toDo: 'choose what to send', label: 'Choose what to send', to: '/emergency#contents' },
} as const;

/** Any day that is named. */
export const DATES = /\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December)/;
