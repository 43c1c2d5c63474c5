import { z } from 'zod';
import { drawInTurn, readPicture } from '#app/accounts/picture.ts';
import { sayDoubt } from '#app/deliveries/address-question.ts';
import { thumbnailResponse } from '#app/http/file-response.ts';
import { contextOf } from '#app/middleware/context.ts';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { ownerProofSchema, profileChangeSchema } from '#domain/accounts/accounts.schema.ts';
import { CONTACT_ASKS, CONTACT_TESTS } from '#domain/accounts/limits.ts';
import { notificationsSchema } from '#domain/accounts/notifications.schema.ts';
import { changeEmailSchema } from '#domain/accounts/recovery.schema.ts';
import {
  checkAddressSchema,
  contactChangeSchema,
  contactVisibilitySchema,
  trustedContactSchema,
} from '#domain/contacts/contacts.schema.ts';
import { LANGUAGES } from '#domain/language.ts';
import { changeProfile, findAccount } from '#services/accounts/account.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { requestEmailChange } from '#services/accounts/email-address.ts';
import { unlinkIdentities } from '#services/accounts/identities.ts';
import { openPicture, savePicture } from '#services/accounts/pictures.ts';
import { doubtAbout } from '#services/emergency/address-doubt.ts';
import { askContact } from '#services/emergency/ask-contact.ts';
import { changeContactVisibility, readContactVisibility } from '#services/emergency/contact-visibility.ts';
import { addContact, changeContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { testContact } from '#services/emergency/test-contact.ts';
import { notFound } from '#services/not-found.ts';
import { changeMailChoices, readMailChoices } from '#services/notices/mail-choices.ts';
import { ANSWERS, ROLES } from './contact-fields.ts';
import { ADDRESS_QUESTIONS, oneOf } from './fields.ts';
import { forReaders, withToken } from './operation.ts';
import { readerOf } from './reader.ts';
import { requireForm } from './upload-file.ts';

export const user = z
  .object({
    id: z.uuid(),
    email: z.email(),
    email_confirmed: z.boolean(),
    name: z.string(),
    picture: z.string().nullable(),
    time_zone: z.string(),
  })
  .meta({ id: 'User' });
const notifications = z
  .object({
    delivery_opened: z.boolean(),
    delivery_delayed: z.boolean(),
    address_check: z.boolean(),
    rehearsal: z.boolean(),
  })
  .meta({ id: 'Notifications' });
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

/** The name of the form's part, and of the field in refusals. */
const PICTURE = 'picture';

const PROFILE_OPERATIONS = [
  withToken(
    'getProfile',
    'GET /user/profile',
    { summary: 'Get your profile', answer: user },
    async ({ session }) => session.user,
  ),
  withToken(
    'changeProfile',
    'PUT /user/profile',
    {
      summary: 'Change your profile',
      notes:
        'At least one field; a field that is left out stays as it is. A picture of null removes the picture; PUT /user/picture sets one.',
      body: profileChangeSchema,
      answer: user,
    },
    (call) => changeProfile(contextOf(call.context), call.session.user.id, call.body),
  ),
  withToken(
    'changePicture',
    'PUT /user/picture',
    {
      summary: 'Set your picture',
      notes:
        'A JPG, PNG, WebP, GIF or HEIC of up to 10 MB. We keep only a small square from its middle. Its address is new each time.',
      form: z.object({}),
      filePart: PICTURE,
      answer: user,
    },
    async ({ context, request, session }) => {
      requireForm(request, PICTURE);
      const { id } = session.user;
      await savePicture(contextOf(context), id, await readPicture(request), drawInTurn(context));
      const account = await findAccount(contextOf(context).em, id);
      if (!account) throw notFound('account');
      return account;
    },
  ),
  forReaders(
    'readPicture',
    'GET /user/picture/{id}',
    {
      summary: 'Get your picture',
      notes: 'Only its owner can see it: a small square in WebP. Your profile names its address.',
      refuses: ['damaged'],
    },
    ({ context, request, params }) =>
      fallbackToFileTrouble(context, request, async () => {
        const reader = await readerOf(request, context);
        if (reader === 'anyone') throw notFound('picture');
        const picture = await openPicture(contextOf(context), reader.accountId, params.id ?? '');
        return thumbnailResponse(picture, request, { cache: 'revalidate' });
      }),
  ),
];

const NOTIFICATION_OPERATIONS = [
  withToken(
    'getNotifications',
    'GET /user/notifications',
    {
      summary: 'Get which emails you want',
      notes: 'Emails that are not named here always come.',
      answer: notifications,
    },
    ({ context, session }) => readMailChoices(contextOf(context).em, session.user.id),
  ),
  withToken(
    'changeNotifications',
    'PUT /user/notifications',
    {
      summary: 'Change which emails you want',
      notes: 'At least one field; a field that is left out stays as it is.',
      body: notificationsSchema,
      answer: notifications,
    },
    ({ context, session, body }) => changeMailChoices(contextOf(context), session.user.id, body),
  ),
];

const CONTACT_OPERATIONS = [
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

export const USER_OPERATIONS = [
  ...PROFILE_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  withToken(
    'askToChangeEmail',
    'POST /user/email',
    {
      summary: 'Change your email',
      notes:
        'We send a link to the new address; until you open it, nothing changes. The answer does not tell whether that address has another account.',
      scope: 'session',
      body: changeEmailSchema,
      refuses: ['too-many-requests'],
    },
    async (call) => requestEmailChange(contextOf(call.context), call.session.user.id, call.body),
  ),
  withToken(
    'unlinkGoogle',
    'DELETE /user/google',
    {
      summary: 'Stop signing in with Google',
      notes: 'From then on the password is the only way to sign in, so there has to be one. Every other session ends.',
      scope: 'session',
      refuses: ['conflict'],
    },
    ({ context, session }) => unlinkIdentities(contextOf(context), session),
  ),
  ...CONTACT_OPERATIONS,
  withToken(
    'deleteAccount',
    'POST /user/delete',
    {
      summary: 'Delete the account and everything in it',
      notes: 'This cannot be undone. Scheduled deliveries are not sent, and links that were sent stop working.',
      scope: 'session',
      body: ownerProofSchema,
      refuses: ['step-up-required', 'conflict', 'too-many-requests'],
    },
    async ({ context, session, body }) => {
      const { password } = body;
      await deleteAccount(contextOf(context), { accountId: session.user.id, sessionId: session.sessionId, password });
    },
  ),
];
