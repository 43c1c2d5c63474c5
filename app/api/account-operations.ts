import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { signInSchema, signUpSchema } from '#domain/accounts/accounts.schema.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import { type Call, forEveryone, withToken } from './operation.ts';

export const user = z.object({
  id: z.uuid(),
  email: z.email(),
  email_confirmed: z.boolean(),
  name: z.string(),
  picture: z.string().nullable(),
  time_zone: z.string(),
});
export const session = z.object({ session_token: z.string(), user });

export const ACCOUNT_OPERATIONS = [
  forEveryone(
    'register',
    'POST /auth/register',
    { summary: 'Open an account', body: signUpSchema, answer: session, status: 201 },
    async (call) => {
      const entered = await signUp(contextOf(call.context), call.body, deviceOf(call), 'token');
      return { session_token: entered.secret, user: entered.user };
    },
  ),
  forEveryone(
    'login',
    'POST /auth/login',
    { summary: 'Sign in', body: signInSchema, answer: session },
    async (call) => {
      const entered = await signIn(contextOf(call.context), call.body, deviceOf(call), 'token');
      return { session_token: entered.secret, user: entered.user };
    },
  ),
  withToken('me', 'GET /auth/me', { summary: 'Who is signed in', answer: user }, async (call) => call.session.user),
];

function deviceOf({ request }: Pick<Call, 'request'>) {
  return { userAgent: request.headers.get('user-agent') ?? '' };
}
