import type { Catalogues } from '../translations.ts';
import { contacts } from './contacts.ts';
import { duress } from './duress.ts';
import { pages } from './pages.ts';
import { recipients } from './recipients.ts';
import { says } from './says.ts';
import { sealed } from './sealed.ts';

/** Italian. Formal: Lei. */
export const italian: Catalogues = { ...recipients, ...contacts, ...duress, ...pages, ...sealed, ...says };
