import { catalogue } from '../catalogue.ts';

/** How long a recipient's link works, on the page of its delivery. Only the server says it. */
export const linkLifeStory = catalogue('link-life-story', {
  /** Before it is sent. `life` is "2 years", or "as long as Stillhere exists". */
  ahead: 'After it is sent, its link works for {life}.',
  endless:
    'The link works for as long as Stillhere exists. Anyone with this link can open what you sent, without an account.',
  extended: 'The link works for as long as Stillhere exists',
  extendedBy: 'The link was extended from the recipient’s page. It works until {date}.',
});
