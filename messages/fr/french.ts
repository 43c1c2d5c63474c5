import type { Catalogues } from '../translations.ts';
import { contacts } from './contacts.ts';
import { duress } from './duress.ts';
import { pages } from './pages.ts';
import { recipients } from './recipients.ts';
import { says } from './says.ts';
import { sealed } from './sealed.ts';

/** French. Formal: vous. With narrow no-break spaces before ? ! : ; and within « ». */
export const french: Catalogues = { ...recipients, ...contacts, ...duress, ...pages, ...sealed, ...says };
