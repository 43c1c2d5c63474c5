import { contextOf } from '#app/middleware/context.ts';
import { deleteAccountSchema } from '#domain/accounts/accounts.schema.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { withToken } from './operation.ts';

export const ACCOUNT_DELETION_OPERATIONS = [
  withToken(
    'deleteAccount',
    'POST /user/delete',
    {
      summary: 'Delete the account and everything in it',
      notes: 'It cannot be undone. What is scheduled is not sent, and what was sent can no longer be opened.',
      body: deleteAccountSchema,
      refuses: ['forbidden', 'conflict', 'too-many-requests'],
    },
    async ({ context, session, body }) => {
      const { password } = body;
      await deleteAccount(contextOf(context), { accountId: session.user.id, sessionId: session.sessionId, password });
      return undefined;
    },
  ),
];
