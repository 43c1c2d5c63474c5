import { contextOf } from '#app/middleware/context.ts';
import {
  changeEmailSchema,
  confirmBySecretSchema,
  forgotSchema,
  resetBySecretSchema,
} from '#domain/accounts/recovery.schema.ts';
import { requestPasswordReset, resetPassword } from '#services/accounts/change-password.ts';
import { confirmAddress, requestConfirmation, requestEmailChange } from '#services/accounts/email-address.ts';
import { forEveryone, withToken } from './operation.ts';

export const RECOVERY_OPERATIONS = [
  withToken(
    'askToConfirm',
    'POST /auth/confirm/resend',
    { summary: 'Mail the link that confirms your address once more', refuses: ['too-many-requests'] },
    async (call) => requestConfirmation(contextOf(call.context), call.session.user),
  ),
  forEveryone(
    'confirmAddress',
    'POST /auth/confirm',
    {
      summary: 'Confirm an address',
      notes: 'The secret is the last part of the link in the mail. Good for 7 days, and once.',
      body: confirmBySecretSchema,
      refuses: ['not-found', 'conflict', 'gone', 'too-many-requests'],
    },
    async (call) => {
      await confirmAddress(contextOf(call.context), call.body.secret);
    },
  ),
  forEveryone(
    'askForReset',
    'POST /auth/forgot',
    {
      summary: 'Mail a link for a new password',
      notes: 'Answers the same whether or not the address has an account.',
      body: forgotSchema,
      refuses: ['too-many-requests'],
    },
    async (call) => requestPasswordReset(contextOf(call.context), call.body.email),
  ),
  forEveryone(
    'resetPassword',
    'POST /auth/reset',
    {
      summary: 'Set a new password by the secret from that mail',
      notes: 'The secret is the last part of the link. Good for an hour, and once. Ends all sessions.',
      body: resetBySecretSchema,
      refuses: ['not-found', 'gone', 'too-many-requests'],
    },
    async (call) => {
      await resetPassword(contextOf(call.context), call.body.secret, call.body.password);
    },
  ),
  withToken(
    'askToChangeEmail',
    'POST /user/email',
    {
      summary: 'Change your email',
      notes:
        'A link goes to the new address; until it is used nothing changes. Answers the same whether or not that address has another account.',
      body: changeEmailSchema,
      refuses: ['too-many-requests'],
    },
    async (call) => requestEmailChange(contextOf(call.context), call.session.user.id, call.body),
  ),
];
