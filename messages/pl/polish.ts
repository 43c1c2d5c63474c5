import type { Catalogues } from '../translations.ts';
import { contacts } from './contacts.ts';
import { duress } from './duress.ts';
import { pages } from './pages.ts';
import { recipients } from './recipients.ts';
import { says } from './says.ts';
import { sealed } from './sealed.ts';

/**
 * Polish. The second person with a capital letter, as in a letter, since Pan and Pani need the reader's gender. For the
 * same reason a name stands in the nominative ("od: Helena"), and what the sender did is said in the present tense.
 */
export const polish: Catalogues = { ...recipients, ...contacts, ...duress, ...pages, ...sealed, ...says };
