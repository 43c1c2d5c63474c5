import { catalogue } from '../catalogue.ts';

const DAYS = '{days, plural, one {# day} other {# days}}';

/** /profile/contacts/:id/card: a card that an owner prints and gives to a trusted contact. */
export const contactCard = catalogue('contact-card', {
  title: 'A card to print · Stillhere',
  heading: 'If something happens to {owner}',
  lead: '{contact}, {owner} ({email}) keeps letters and files at Stillhere, and named you as a person to tell.',
  notified: `If {owner} does not answer for ${DAYS}, we email you at {address}. You don’t need to do anything before that.`,
  reach: 'Please call or visit {owner} then, if you can. A check-in by {owner} stops everything.',
  later: {
    recipient:
      'If there is still no answer after {safety, plural, one {# more day} other {# more days}} or longer, we email you again, if {owner} left something for you.',
    witness:
      'If there is still no answer after {safety, plural, one {# more day} other {# more days}} or longer, we email you again to say that it has happened.',
  },
  link: 'Each email has a link. You don’t need an account or a password, and it costs nothing.',
  sender: 'Our emails come from {sender}. Please look in your spam folder, too.',
  genuine: 'How to check that an email is genuine: {page}',
  never: 'We never ask for money or for a password.',
  print: 'Print this page with your browser, and give it to them.',
  back: 'Back to the contact',
});
