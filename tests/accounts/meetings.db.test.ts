/** Concurrent changes of one account wait for each other, without a deadlock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPassword } from '#services/accounts/change-password.ts';
import { confirmAddress } from '#services/accounts/email-address.ts';
import { createExchangeCode, exchangeCode } from '#services/accounts/exchange-codes.ts';
import { createSecret, endSecrets } from '#services/accounts/secrets.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

type Person = Awaited<ReturnType<typeof createPerson>>;
const PURPOSES = ['confirm-email', 'change-email', 'reset-password', 'exchange'] as const;

async function linkOf({ id, email }: Person, purpose: 'confirm-email' | 'change-email' | 'reset-password') {
  const address = purpose === 'change-email' ? `new-${email}` : email;
  return (await createSecret(stage.context(), { userId: id, purpose, email: address, life: 60_000 })).secret;
}

async function exchange({ cookieSecret }: Person) {
  const session = await findSession(stage.context(), 'cookie', cookieSecret);
  if (!session) throw new Error('nobody is signed in');
  const code = await createExchangeCode(stage.context(), { user: session.user, secret: cookieSecret });
  return () => exchangeCode(stage.context(), code, cookieSecret);
}

const USES: Record<string, (person: Person) => Promise<() => Promise<unknown>>> = {
  'confirming an address': async (person) => {
    const link = await linkOf(person, 'confirm-email');
    return () => confirmAddress(stage.context(), link, { signedInTo: person.id, device: { userAgent: 'tests' } });
  },
  'changing it': async (person) => {
    const link = await linkOf(person, 'change-email');
    return () => confirmAddress(stage.context(), link, { signedInTo: person.id, device: { userAgent: 'tests' } });
  },
  'a new password by mail': async (person) => {
    const link = await linkOf(person, 'reset-password');
    return () => resetPassword(stage.context(), link, 'three plain words');
  },
  'swapping a code': exchange,
};

test.each(Object.keys(USES))(
  '%s waits for a concurrent end of all sessions and links, and is refused',
  async (name) => {
    const person = await createPerson(stage.context());
    const use = await USES[name]?.(person);
    let used: Promise<unknown> = Promise.resolve();
    // Locks in the order of a changed password and of a sign-in with Google.
    await stage.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from users where id = ? for update', [person.id]);
      await em.execute('delete from sessions where user_id = ?', [person.id]);
      used = Promise.allSettled([use?.()]);
      await untilLockWait((sql) => stage.orm.em.fork().execute(sql));
      await endSecrets({ em, now: new Date() }, person.id, PURPOSES);
    });
    expect(await used).toEqual([
      expect.objectContaining({
        reason: expect.objectContaining({ code: expect.stringMatching(/^(gone|unauthenticated)$/) }),
      }),
    ]);
  },
);
