import { catalogue } from '../catalogue.ts';

/** The bar and the foot of the pages for visitors. */
export const publicFrame = catalogue('public-frame', {
  main: 'Main',
  shared: 'Shared',
  sharedContent: 'Shared Content',
  pricing: 'Pricing',
  signIn: 'Sign In',
  motto: 'Stillhere keeps what you leave, and delivers it when it’s time.',
  security: 'Security',
  api: 'The API',
  genuine: 'Is a message really from us?',
  picture: 'A desk by a window in the evening. A lamp is on, and a sealed envelope leans against it.',
});
