import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { newTokenSchema } from '#domain/accounts/tokens.schema.ts';
import { TOKENS_MAX } from '#domain/accounts/tokens.ts';
import { createToken, deleteToken, listTokens } from '#services/accounts/tokens.ts';
import { oneOf } from './field.ts';
import { TOKEN_SCOPE_VALUES } from './fields.ts';
import { WithHeaders, withToken } from './operation.ts';

const token = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: oneOf(TOKEN_SCOPE_VALUES),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Token' });

export const TOKEN_OPERATIONS = [
  withToken(
    'listTokens',
    'GET /user/tokens',
    { summary: 'List your tokens', scope: 'session', answer: z.array(token) },
    ({ context, session }) => listTokens(contextOf(context), session.user.id),
  ),
  withToken(
    'createToken',
    'POST /user/tokens',
    {
      summary: 'Create a token for a program',
      notes: `Only this answer has the token itself. Send it as Authorization: Bearer <token>. No token may manage tokens, sessions, the password, the email or the account. An account has up to ${TOKENS_MAX} tokens with different names.`,
      scope: 'session',
      body: newTokenSchema,
      answer: token.extend({ token: z.string() }).meta({ id: 'NewToken' }),
      status: 201,
      refuses: ['conflict'],
    },
    async ({ context, session, body }) =>
      new WithHeaders(await createToken(contextOf(context), session.user, body), {
        'cache-control': 'private, no-store',
      }),
  ),
  withToken(
    'deleteToken',
    'DELETE /user/tokens/{id}',
    { summary: 'Delete a token', notes: 'It stops working at once.', scope: 'session' },
    ({ context, session, params }) => deleteToken(contextOf(context), session.user.id, params.id ?? ''),
  ),
];
