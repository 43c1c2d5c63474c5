import { z } from 'zod';
import { passkeySite } from '#app/accounts/passkey-answer.ts';
import { methodRefusal } from '#app/http/problem.ts';
import { contextOf, webDeps } from '#app/middleware/context.ts';
import { deviceOf } from '#app/middleware/known-device.ts';
import { sessionSecret } from '#app/middleware/session.ts';
import { passwordChangeSchema, signUpSchema } from '#domain/accounts/accounts.schema.ts';
import { signInByCallSchema } from '#domain/accounts/codes.schema.ts';
import { WRONG_PASSWORDS_KNOWN } from '#domain/accounts/limits.ts';
import { CHALLENGE_LIFE } from '#domain/accounts/passkeys.ts';
import { confirmBySecretSchema, forgotSchema, resetBySecretSchema } from '#domain/accounts/recovery.schema.ts';
import { stepUpSchema } from '#domain/accounts/step-up.schema.ts';
import { PROOF_LIFE } from '#domain/accounts/step-up.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { changePassword, requestPasswordReset, resetPassword } from '#services/accounts/change-password.ts';
import { listDevices } from '#services/accounts/devices.ts';
import { confirmAddress, requestConfirmation } from '#services/accounts/email-address.ts';
import { exchangeCode } from '#services/accounts/exchange-codes.ts';
import { forgetDevice, listKnownDevices } from '#services/accounts/known-device.ts';
import { endDevice, findSession, type SignedIn, signOut, signOutElsewhere } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { signUp } from '#services/accounts/sign-up.ts';
import { stepUp } from '#services/accounts/step-up.ts';
import { askToProve } from '#services/accounts/step-up-by-passkey.ts';
import { forEveryone, WithHeaders, withToken } from './operation.ts';
import { bearerToken } from './reader.ts';
import { user } from './user-operations.ts';

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
const knownDevice = device.omit({ created_at: true, last_seen_at: true }).extend({ last_sign_in_at: z.iso.datetime() });

const passkeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.string(),
    allowCredentials: z
      .array(z.object({ type: z.string(), id: z.string(), transports: z.array(z.string()) }))
      .optional(),
  })
  .meta({ id: 'PasskeyRequest' });

export const AUTH_OPERATIONS = [
  forEveryone(
    'register',
    'POST /auth/register',
    {
      summary: 'Open an account',
      notes:
        'Takes no Idempotency-Key, because a key belongs to an account. An email address has one account: if you lost the answer, sign in.',
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
      notes:
        'An account with codes from an app also asks for a code: without one the answer is 401 code-required. Send the call again with code, six digits from the app or one of the recovery codes. Each code works once. The right password alone already counts as a check-in.',
      body: signInByCallSchema,
      answer: session,
      refuses: ['unauthenticated', 'code-required', 'too-many-requests'],
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
      summary: 'Exchange the code of a sign-in for a token',
      notes:
        'Signing in on a page leads to an address that ends in #session_id=<code>. The code works once, within a minute, and only together with the cookie of the browser that signed in.',
      query: z.object({
        session_id: z.string({ error: 'Give the session_id' }).min(1, 'Give the session_id').max(200),
      }),
      answer: session,
      refuses: ['unauthenticated'],
    },
    async ({ context, request, query }) => {
      // A HEAD request must not use up the code.
      if (request.method !== 'GET') throw methodRefusal('GET');
      const cookie = await sessionSecret(request, context.get(webDeps).appOrigin);
      return tokenAnswer(await exchangeCode(contextOf(context), query.session_id, cookie));
    },
  ),
  withToken(
    'me',
    'GET /auth/me',
    { summary: 'Get the signed-in user', answer: user },
    async (call) => call.session.user,
  ),
  forEveryone(
    'logout',
    'POST /auth/logout',
    { summary: 'Sign out', notes: 'Ends this session. Answers 204 also without a valid token.' },
    async ({ context, request }) => {
      const token = bearerToken(request);
      if (token) await signOut(contextOf(context), 'token', token);
    },
  ),
  withToken(
    'stepUp',
    'POST /auth/step-up',
    {
      summary: 'Prove that it’s you',
      notes: `Some calls need a proof of the last ${PROOF_LIFE / MINUTE} minutes and answer step-up-required without one: each lists that code. Signing up and signing in count, for their session. A token of your own can’t prove anything, so it can’t make those calls. A check-in never needs a proof. Send the password, or what a passkey answered to POST /auth/step-up/options, as PublicKeyCredential.toJSON() writes it.`,
      scope: 'session',
      body: stepUpSchema,
      refuses: ['gone', 'too-many-requests'],
    },
    (call) => stepUp(contextOf(call.context), call.session, call.body, passkeySite(call.context)),
  ),
  withToken(
    'askToProve',
    'POST /auth/step-up/options',
    {
      summary: 'Ask for a passkey as a proof',
      notes: `For navigator.credentials.get, by PublicKeyCredential.parseRequestOptionsFromJSON. The challenge is valid for ${CHALLENGE_LIFE / MINUTE} minutes, in this session, and for one answer.`,
      scope: 'session',
      answer: passkeyRequest,
    },
    (call) => askToProve(contextOf(call.context), call.session, passkeySite(call.context)),
  ),
  withToken(
    'listSessions',
    'GET /auth/sessions',
    { summary: 'List the devices that are signed in', scope: 'session', answer: z.array(device) },
    (call) => listDevices(contextOf(call.context), call.session.user.id, call.session.sessionId),
  ),
  withToken(
    'endOtherSessions',
    'DELETE /auth/sessions',
    { summary: 'Sign out everywhere else', scope: 'session' },
    async (call) => {
      await signOutElsewhere(contextOf(call.context), call.session);
    },
  ),
  withToken(
    'endSession',
    'DELETE /auth/sessions/{id}',
    { summary: 'Sign out one device', scope: 'session' },
    async (call) => {
      await endDevice(contextOf(call.context), call.session.user.id, call.params.id ?? '');
    },
  ),
  withToken(
    'listKnownDevices',
    'GET /auth/known-devices',
    {
      summary: 'List the browsers that your account knows',
      notes: `You signed in with each within the last year. A known browser is not signed in. It may try ${WRONG_PASSWORDS_KNOWN.tries} wrong passwords in ${WRONG_PASSWORDS_KNOWN.within / MINUTE} minutes of its own, so you can still sign in there while somebody elsewhere guesses your password. A new password makes your account forget every browser.`,
      scope: 'session',
      answer: z.array(knownDevice.meta({ id: 'KnownDevice' })),
    },
    async (call) => {
      const { proof } = await deviceOf(call.context, call.request);
      return listKnownDevices(contextOf(call.context).em, call.session.user.id, proof);
    },
  ),
  withToken(
    'forgetDevice',
    'DELETE /auth/known-devices/{id}',
    { summary: 'Forget one of them', scope: 'session' },
    async (call) => {
      await forgetDevice(contextOf(call.context), call.session.user.id, call.params.id ?? '');
    },
  ),
  withToken(
    'changePassword',
    'POST /auth/password',
    {
      summary: 'Change the password',
      notes: 'Every other session ends. Without the current password, ask for a link by POST /auth/forgot.',
      scope: 'session',
      body: passwordChangeSchema,
      refuses: ['too-many-requests'],
    },
    async (call) => {
      await changePassword(contextOf(call.context), call.session, call.body);
    },
  ),
  withToken(
    'askToConfirm',
    'POST /auth/confirm/resend',
    { summary: 'Send the link that confirms your email again', refuses: ['too-many-requests'] },
    async (call) => requestConfirmation(contextOf(call.context), call.session.user),
  ),
  forEveryone(
    'confirmAddress',
    'POST /auth/confirm',
    {
      summary: 'Confirm an email address',
      notes:
        'The secret is the last part of the link in the mail. It works once, within 7 days. Send one thing more: the token of a session of this account, its password, or a new_password. A new password ends the old one and all sessions; it is not accepted for a change of address.',
      body: confirmBySecretSchema,
      refuses: ['unauthenticated', 'not-found', 'conflict', 'gone', 'too-many-requests'],
    },
    async ({ context, request, body }) => {
      const services = contextOf(context);
      const token = bearerToken(request);
      const session = token ? await findSession(services, 'token', token) : null;
      await confirmAddress(services, body.secret, {
        signedInTo: session?.user.id ?? null,
        password: body.password,
        newPassword: body.new_password,
        device: await deviceOf(context, request),
      });
    },
  ),
  forEveryone(
    'askForReset',
    'POST /auth/forgot',
    {
      summary: 'Send a link for a new password',
      notes: 'The answer does not tell whether the address has an account.',
      body: forgotSchema,
      refuses: ['too-many-requests'],
    },
    async (call) => requestPasswordReset(contextOf(call.context), call.body.email),
  ),
  forEveryone(
    'resetPassword',
    'POST /auth/reset',
    {
      summary: 'Set a new password with the secret of that link',
      notes: 'The secret is the last part of the link in the mail. It works once, within an hour. All sessions end.',
      body: resetBySecretSchema,
      refuses: ['not-found', 'gone', 'too-many-requests'],
    },
    async (call) => {
      await resetPassword(contextOf(call.context), call.body.secret, call.body.password);
    },
  ),
];

/** No cache may store a token. */
function tokenAnswer({ secret, user: signedIn }: SignedIn) {
  return new WithHeaders({ session_token: secret, user: signedIn }, { 'cache-control': 'private, no-store' });
}
