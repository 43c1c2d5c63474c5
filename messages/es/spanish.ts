import type { Catalogues } from '../translations.ts';
import { contacts } from './contacts.ts';
import { duress } from './duress.ts';
import { pages } from './pages.ts';
import { recipients } from './recipients.ts';
import { says } from './says.ts';
import { sealed } from './sealed.ts';

/** Spanish, as it is understood on both sides of the Atlantic. Formal: usted. */
export const spanish: Catalogues = { ...recipients, ...contacts, ...duress, ...pages, ...sealed, ...says };
