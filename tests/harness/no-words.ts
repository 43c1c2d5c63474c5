import type { SayView } from '#services/emergency/say-view.ts';

/** Contacts have said nothing, and the owner has set nothing. */
export const NO_WORDS: SayView = {
  saySettings: {
    confirmationsNeeded: 0,
    unansweredAfterDays: 30,
    contactsMayRaise: false,
    answerWithinDays: 7,
  },
  words: [],
  heldUntil: null,
  confirmations: { needed: 0, given: 0 },
  confirmableFrom: null,
  raisedAt: null,
  answerUntil: null,
  isByRaise: false,
};
