/** Signing in, by any method, is a check-in. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPasskeyAnswerSchema, passkeyAnswerSchema } from '#domain/accounts/passkeys.schema.ts';
import { addPasskey, askForPasskey } from '#services/accounts/add-passkey.ts';
import { signInWithIdentity } from '#services/accounts/identities.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { askToSignIn, signInWithPasskey } from '#services/accounts/sign-in-with-passkey.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { Authenticator } from '#tests/harness/authenticator.ts';
import { giveNeeds } from '#tests/harness/needs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const DEVICE = { userAgent: 'tests' };

/** A person who has received a reminder. */
async function reminded() {
  const person = await createPerson(stage.context());
  const query = (sql: string) => stage.orm.em.fork().execute(sql, [person.id]);
  await giveNeeds(stage.context(), person);
  await changeSettings(stage.context(), person.id, { is_active: true });
  await query(
    `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' where owner_id = ?`,
  );
  return person;
}

test.each([
  ['with a password', (email: string) => signIn(stage.context(), { email, password: 'stillhere' }, DEVICE, 'cookie')],
  ['for a program', (email: string) => signIn(stage.context(), { email, password: 'stillhere' }, DEVICE, 'token')],
  [
    'with Google',
    (email: string) => {
      const subject = randomBytes(8).toString('hex');
      const identified = {
        issuer: 'https://accounts.google.com',
        subject,
        email,
        emailVerified: true,
        runsMailbox: true,
      };
      return signInWithIdentity(stage.context(), { ...identified, name: null, picture: null }, null, DEVICE, 'cookie');
    },
  ],
])('signing in %s answers a reminder', async (_, enter) => {
  const { id, email } = await reminded();
  expect(await emergencyStatus(stage.context(), id)).toMatchObject({
    stage: 'reminding',
    days_since_last_check_in: 24,
  });
  await enter(email);
  expect(await emergencyStatus(stage.context(), id)).toMatchObject({ stage: 'armed', days_since_last_check_in: 0 });
});

test('signing in with a passkey answers a reminder', async () => {
  const { id, cookieSecret } = await reminded();
  const site = { id: 'stillhere.example', origin: 'https://stillhere.example' };
  const key = new Authenticator(site.origin);
  const session = await findSession(stage.context(), 'cookie', cookieSecret);
  if (!session) throw new Error('a new person is signed in');
  const made = newPasskeyAnswerSchema.parse(key.create(await askForPasskey(stage.context(), session, site)));
  await addPasskey(stage.context(), session, site, made, 'tests');
  expect(await emergencyStatus(stage.context(), id)).toMatchObject({ stage: 'reminding' });
  const signed = passkeyAnswerSchema.parse(key.get(askToSignIn(stage.context(), site)));
  await signInWithPasskey(stage.context(), site, signed, DEVICE, 'cookie');
  expect(await emergencyStatus(stage.context(), id)).toMatchObject({ stage: 'armed', days_since_last_check_in: 0 });
});

test('a wrong password is not a check-in', async () => {
  const { id, email } = await reminded();
  await expect(signIn(stage.context(), { email, password: 'guessed' }, DEVICE, 'cookie')).rejects.toThrow();
  expect(await emergencyStatus(stage.context(), id)).toMatchObject({ stage: 'reminding' });
});
