import { z } from 'zod';
import { sayDoubt } from '#app/deliveries/address-question.ts';
import { contextOf } from '#app/middleware/context.ts';
import { CONTACT_ASKS, CONTACT_TESTS } from '#domain/accounts/limits.ts';
import {
  checkAddressSchema,
  contactChangeSchema,
  contactVisibilitySchema,
  trustedContactSchema,
} from '#domain/contacts/contacts.schema.ts';
import { LANGUAGES } from '#domain/language.ts';
import { doubtAbout } from '#services/emergency/address-doubt.ts';
import { askContact } from '#services/emergency/ask-contact.ts';
import { changeContactVisibility, readContactVisibility } from '#services/emergency/contact-visibility.ts';
import { addContact, changeContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { testContact } from '#services/emergency/test-contact.ts';
import { ANSWERS, ROLES } from './contact-fields.ts';
import { ADDRESS_QUESTIONS } from './emergency-fields.ts';
import { oneOf } from './field.ts';
import { withToken } from './operation.ts';

const contact = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    alternate_email: z.string().nullable(),
    role: oneOf(ROLES),
    asked_at: z.iso.datetime().nullable(),
    answer: oneOf(ANSWERS),
    proposed_email: z.string().nullable(),
    language: z.enum(LANGUAGES),
    tested_at: z.iso.datetime().nullable(),
    reached_at: z.iso.datetime().nullable(),
    bounced_at: z.iso.datetime().nullable(),
    test_given_up_at: z.iso.datetime().nullable(),
    has_stopped: z.boolean(),
    next_test_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'TrustedContact' });

const doubt = z
  .object({
    question: oneOf(ADDRESS_QUESTIONS).nullable(),
    suggestion: z.string().nullable(),
    text: z.string().nullable(),
  })
  .meta({ id: 'AddressQuestion' });

export const CONTACT_OPERATIONS = [
  withToken(
    'listTrustedContacts',
    'GET /user/trusted-contacts',
    { summary: 'List your trusted contacts', answer: z.array(contact) },
    ({ context, session }) => listContacts(contextOf(context), session.user.id),
  ),
  withToken(
    'addTrustedContact',
    'POST /user/trusted-contacts',
    {
      summary: 'Add a trusted contact',
      notes: 'We write to your trusted contacts when you stop checking in.',
      body: trustedContactSchema,
      answer: contact,
      status: 201,
      takesKey: true,
      refuses: ['conflict'],
    },
    ({ context, session, body }) => addContact(contextOf(context), session.user.id, body),
  ),
  withToken(
    'changeTrustedContact',
    'PUT /user/trusted-contacts/{id}',
    {
      summary: 'Change a trusted contact',
      notes: 'At least one field; a field that is left out stays as it is.',
      body: contactChangeSchema,
      answer: contact,
      refuses: ['conflict'],
    },
    ({ context, session, params, body }) => changeContact(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'testTrustedContact',
    'POST /user/trusted-contacts/{id}/test',
    {
      summary: 'Send a trusted contact a test',
      notes: `We email them that this is only a test. Later, reached_at, bounced_at or test_given_up_at says what became of it. Up to ${CONTACT_TESTS.tries} times a day, and not within a week after a test arrived.`,
      answer: contact,
      refuses: ['address-unconfirmed', 'conflict', 'too-many-requests'],
    },
    ({ context, session, params }) => testContact(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'getContactVisibility',
    'GET /user/contact-visibility',
    { summary: 'Get whether your contacts see each other', answer: contactVisibilitySchema },
    ({ context, session }) => readContactVisibility(contextOf(context).em, session.user.id),
  ),
  withToken(
    'changeContactVisibility',
    'PUT /user/contact-visibility',
    {
      summary: 'Choose whether your contacts see each other',
      body: contactVisibilitySchema,
      answer: contactVisibilitySchema,
    },
    ({ context, session, body }) => changeContactVisibility(contextOf(context), session.user.id, body),
  ),
  withToken(
    'askTrustedContact',
    'POST /user/trusted-contacts/{id}/ask',
    {
      summary: 'Ask a trusted contact whether they accept',
      notes: `We email them one question. Later, answer says what they said; proposed_email is the address that they gave. Up to ${CONTACT_ASKS.tries} times a week.`,
      answer: contact,
      status: 202,
      refuses: ['address-unconfirmed', 'conflict', 'too-many-requests'],
    },
    ({ context, session, params }) => askContact(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'checkAddress',
    'POST /user/check-address',
    {
      summary: 'Ask whether an address looks right',
      notes:
        'For the address of a contact or a recipient, before you use it. It may take two seconds. Nothing is refused because of the answer.',
      body: checkAddressSchema,
      answer: doubt,
    },
    async ({ context, session, body }) => {
      const found = await doubtAbout(contextOf(context), session.user.id, body.email);
      if (!found) return { question: null, suggestion: null, text: null };
      const { question, suggestion } = found;
      return { question, suggestion, text: sayDoubt(found) };
    },
  ),
  withToken(
    'removeTrustedContact',
    'DELETE /user/trusted-contacts/{id}',
    { summary: 'Remove a trusted contact' },
    async ({ context, session, params }) => {
      await removeContact(contextOf(context), session.user.id, params.id ?? '');
    },
  ),
];
