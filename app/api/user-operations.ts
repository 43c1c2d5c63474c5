import { z } from 'zod';
import { drawInTurn, readPicture } from '#app/accounts/picture.ts';
import { thumbnailResponse } from '#app/http/file-response.ts';
import { contextOf } from '#app/middleware/context.ts';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { ownerProofSchema, profileChangeSchema } from '#domain/accounts/accounts.schema.ts';
import { notificationsSchema } from '#domain/accounts/notifications.schema.ts';
import { changeEmailSchema } from '#domain/accounts/recovery.schema.ts';
import { changeProfile, findAccount } from '#services/accounts/account.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { requestEmailChange } from '#services/accounts/email-address.ts';
import { unlinkIdentities } from '#services/accounts/identities.ts';
import { openPicture, savePicture } from '#services/accounts/pictures.ts';
import { notFound } from '#services/not-found.ts';
import { changeMailChoices, readMailChoices } from '#services/notices/mail-choices.ts';
import { CONTACT_OPERATIONS } from './contact-operations.ts';
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
