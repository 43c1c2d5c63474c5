import { YEAR } from '../time/durations.ts';

/** Whether a trusted contact receives content. A witness learns that and when it happens, and never receives any. */
export const CONTACT_ROLES = ['recipient', 'witness'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

/** What a contact said when they were asked. */
export const CONTACT_ANSWERS = ['none', 'accepted', 'declined'] as const;
export type ContactAnswer = (typeof CONTACT_ANSWERS)[number];

/** How long after the first contact, and after each question, owners are asked whether the addresses are still right. */
export const CHECK_CONTACTS_AFTER = YEAR;
