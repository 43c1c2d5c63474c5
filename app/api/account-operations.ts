import { z } from 'zod';
import { methodRefusal } from '#app/http/problem.ts';
import { contextOf, webParts } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { sessionSecret } from '#app/middleware/session.ts';
import {
  passwordChangeSchema,
  profileChangeSchema,
  signInSchema,
  signUpSchema,
} from '#domain/accounts/accounts.schema.ts';
import { changeProfile } from '#services/accounts/account.ts';
import { changePassword } from '#services/accounts/change-password.ts';
import {
  endDevice,
  endOtherDevices,
  exchangeCode,
  listDevices,
  type SignedIn,
  signOut,
} from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import { bearerToken } from './bearer-token.ts';
import { forEveryone, Headed, withToken } from './operation.ts';

const user = z
  .object({
    id: z.uuid(),
    email: z.email(),
    email_confirmed: z.boolean(),
    name: z.string(),
    picture: z.string().nullable(),
    time_zone: z.string(),
  })
  .meta({ id: 'User' });
const session = z.object({ session_token: z.string(), user }).meta({ id: 'Session' });
const device = z
  .object({
    id: z.uuid(),
    device: z.string(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    is_current: z.boolean(),
  })
  .meta({ id: 'Device' });

export const ACCOUNT_OPERATIONS = [
  forEveryone(
    'register',
    'POST /auth/register',
    {
      summary: 'Open an account',
      notes:
        'Takes no Idempotency-Key, which is somebody’s own. An address has one account: whoever lost the answer signs in.',
      body: signUpSchema,
      answer: session,
      status: 201,
      refuses: ['conflict', 'too-many-requests'],
    },
    async (call) =>
      tokenAnswer(
        await signUp(contextOf(call.context), call.body, await deviceOf(call.context, call.request), 'token'),
      ),
  ),
  forEveryone(
    'login',
    'POST /auth/login',
    {
      summary: 'Sign in',
      body: signInSchema,
      answer: session,
      refuses: ['unauthenticated', 'too-many-requests'],
    },
    async (call) =>
      tokenAnswer(
        await signIn(contextOf(call.context), call.body, await deviceOf(call.context, call.request), 'token'),
      ),
  ),
  forEveryone(
    'exchangeSession',
    'GET /auth/session',
    {
      summary: 'Swap the code of a sign-in for a token',
      notes:
        'Signing in on a page leads to an address that ends in #session_id=<code>. The code works once, for a minute, and only together with the cookie of the browser that signed in.',
      query: z.object({
        session_id: z.string({ error: 'Give the session_id' }).min(1, 'Give the session_id').max(200),
      }),
      answer: session,
      refuses: ['unauthenticated'],
    },
    async ({ context, request, query }) => {
      // It changes something: whoever only looks ahead must not use the code up.
      if (request.method !== 'GET') throw methodRefusal('GET');
      const cookie = await sessionSecret(request, context.get(webParts).appOrigin);
      return tokenAnswer(await exchangeCode(contextOf(context), query.session_id, cookie));
    },
  ),
  withToken('me', 'GET /auth/me', { summary: 'Who is signed in', answer: user }, async (call) => call.session.user),
  forEveryone(
    'logout',
    'POST /auth/logout',
    { summary: 'End this session', notes: 'Answers 204 also without a valid token: what should be over is.' },
    async ({ context, request }) => {
      const token = bearerToken(request);
      if (token) await signOut(contextOf(context), 'token', token);
    },
  ),
  withToken(
    'listSessions',
    'GET /auth/sessions',
    { summary: 'Where you are signed in', answer: z.array(device) },
    (call) => listDevices(contextOf(call.context), call.session.user.id, call.session.sessionId),
  ),
  withToken('endOtherSessions', 'DELETE /auth/sessions', { summary: 'Sign out everywhere else' }, async (call) => {
    await endOtherDevices(contextOf(call.context).em, call.session.user.id, call.session.sessionId);
  }),
  withToken('endSession', 'DELETE /auth/sessions/{id}', { summary: 'Sign out one device' }, async (call) => {
    await endDevice(contextOf(call.context).em, call.session.user.id, call.params.id ?? '');
  }),
  withToken(
    'changePassword',
    'POST /auth/password',
    {
      summary: 'Change the password',
      notes: 'Every other session ends. Whoever forgot it gets a link by mail from the page of that name.',
      body: passwordChangeSchema,
      refuses: ['too-many-requests'],
    },
    async (call) => {
      await changePassword(contextOf(call.context), call.session, call.body);
    },
  ),
  withToken(
    'getProfile',
    'GET /user/profile',
    { summary: 'Your profile', answer: user },
    async (call) => call.session.user,
  ),
  withToken(
    'changeProfile',
    'PUT /user/profile',
    {
      summary: 'Change your profile',
      notes:
        'At least one field; what is not given stays. A picture is taken away by null; a new one comes from the page of the profile.',
      body: profileChangeSchema,
      answer: user,
    },
    (call) => changeProfile(contextOf(call.context), call.session.user.id, call.body),
  ),
];

/** A token is for whoever asked, and for no cache on the way. */
function tokenAnswer({ secret, user: who }: SignedIn) {
  return new Headed({ session_token: secret, user: who }, { 'cache-control': 'private, no-store' });
}
