import type { Catalogues } from '../translations.ts';
import { contacts } from './contacts.ts';
import { duress } from './duress.ts';
import { pages } from './pages.ts';
import { recipients } from './recipients.ts';
import { says } from './says.ts';
import { sealed } from './sealed.ts';

/**
 * Modern Standard Arabic, from right to left. Nothing depends on the gender of the sender or the reader: what the sender
 * did is said with nouns. What is always written from left to right, such as a phone number, is isolated.
 */
export const arabic: Catalogues = { ...recipients, ...contacts, ...duress, ...pages, ...sealed, ...says };
