import { catalogue } from '../catalogue.ts';

/** The picture beside the sign-in form and on the landing page. */
export const authArt = catalogue('auth-art', {
  label:
    'A desk by a window in the evening. A lamp is on. A sealed envelope leans against it, beside a page and a pen.',
});
