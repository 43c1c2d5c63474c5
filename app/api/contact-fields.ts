/** What the fields of trusted contacts mean. */
import type { ContactAnswer, ContactRole } from '#domain/contacts/contacts.ts';
import type { Field, Values } from './field.ts';

export const ROLES: Values<ContactRole> = {
  recipient: 'receives your emergency contents, or what you chose',
  witness: 'is told that it happens, and when; never receives content',
};
export const ANSWERS: Values<ContactAnswer> = {
  none: 'they have not answered, or were not asked',
  accepted: 'they accept',
  declined: 'they do not want to be a trusted contact',
};

export const CONTACT_FIELDS: Readonly<Record<string, Field>> = {
  phone: { text: 'A phone number with + and its country code; null for none.' },
  alternate_email: { text: 'Where we write when the first address refuses us; null for none.' },
  role: { text: 'Whether they receive content.', values: ROLES },
  contacts_see_each_other: {
    text: 'Whether a contact who hears from us sees the names of the others. False unless you allow it.',
  },
  asked_at: { text: 'When you last asked them whether they accept; null for never.' },
  answer: { text: 'What they answered.', values: ANSWERS },
  proposed_email: { text: 'What they said is their address, until you have decided; null for nothing.' },
  tested_at: { text: 'When you last sent a test to this address; null for none.' },
  reached_at: { text: 'When that test arrived; null while we do not know.' },
  bounced_at: { text: 'When an email to this address came back; null once one has arrived since.' },
  test_given_up_at: { text: 'When we stopped trying to send that test; null unless we did.' },
  has_stopped: { text: 'They asked us for nothing more, so they get none of our emails.' },
  next_test_at: { text: 'After a test that arrived: when you can send the next one.' },
};
