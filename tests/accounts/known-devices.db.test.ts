/** Browsers that an account knows: proofs that no stranger has, a list, and what forgets them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePassword } from '#services/accounts/change-password.ts';
import { forgetDevice, forgetOldDevices, listKnownDevices, rememberDevice } from '#services/accounts/known-device.ts';
import { findSession } from '#services/accounts/sessions.ts';
import { signIn } from '#services/accounts/sign-in.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const em = () => stage.orm.em.fork();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const remember = (id: string, proof: string | null = null, userAgent = FIREFOX) =>
  rememberDevice(stage.context(), id, { userAgent, proof });
const known = async (id: string, proof: string | null = null) => listKnownDevices(em(), id, proof);

/** A person whose account knows no browser. */
async function person() {
  const someone = await createPerson(stage.context());
  await em().execute('delete from known_devices where user_id = ?', [someone.id]);
  return someone;
}

it('lists the browsers of an account: the one that asks first, then the newest', async () => {
  const { id } = await person();
  const own = await remember(id);
  await remember(id, null, 'curl/8');
  expect(await known(id, own)).toMatchObject([
    { device: 'Firefox on Linux', is_current: true },
    { device: 'A browser or program we don’t recognise', is_current: false },
  ]);
  expect((await known(id)).map((one) => one.is_current)).toEqual([false, false]);
});

it('knows a browser again when it signs in, and remembers five accounts in it', async () => {
  const people = [await person(), await person(), await person(), await person(), await person(), await person()];
  let proof: string | null = null;
  for (const { id } of people) proof = await remember(id, proof);
  const [first, second] = people;
  expect(await known(first?.id ?? '', proof)).toMatchObject([{ is_current: false }]);
  expect(await known(second?.id ?? '', proof)).toMatchObject([{ is_current: true }]);
  const again = await remember(second?.id ?? '', proof);
  expect(again.split('.').toSorted()).toEqual(proof?.split('.').toSorted());
  expect(await known(second?.id ?? '', again)).toHaveLength(1);
});

it('remembers a browser with each sign-in there, and no program', async () => {
  const { id, email } = await person();
  const enter = (kind: 'cookie' | 'token') =>
    signIn(stage.context(), { email, password: 'stillhere' }, { userAgent: FIREFOX }, kind);
  expect([(await enter('token')).proof, await known(id)]).toEqual([null, []]);
  const { proof } = await enter('cookie');
  expect(await known(id, proof)).toMatchObject([{ is_current: true }]);
});

it('remembers twenty browsers of an account', async () => {
  const { id } = await person();
  const first = await remember(id);
  for (let count = 0; count < 20; count += 1) await remember(id);
  expect(await known(id, first)).toHaveLength(20);
  expect((await known(id, first)).map((one) => one.is_current)).not.toContain(true);
});

it('forgets one browser, and never that of another account', async () => {
  const [{ id }, other] = [await person(), await person()];
  const proof = await remember(id);
  const [device] = await known(id);
  await expect(forgetDevice({ em: em() }, other.id, device?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
  expect(await known(id, proof)).toHaveLength(1);
  await forgetDevice({ em: em() }, id, device?.id ?? '');
  expect(await known(id, proof)).toEqual([]);
});

it('forgets every browser when the password changes, and none of another account', async () => {
  const [{ id, cookieSecret }, other] = [await person(), await person()];
  const proof = await remember(id);
  await remember(other.id);
  const session = await findSession(stage.context(), 'cookie', cookieSecret);
  if (!session) throw new Error('nobody is signed in');
  const words = { current_password: 'stillhere', new_password: 'three plain words' };
  await changePassword(stage.context(), session, words);
  expect([await known(id, proof), (await known(other.id)).length]).toEqual([[], 1]);
});

it('forgets a browser a year after its last sign-in', async () => {
  const { id } = await person();
  await remember(id);
  await em().execute("update known_devices set last_seen_at = now() - interval '365 days' where user_id = ?", [id]);
  await forgetOldDevices(em());
  expect(await known(id)).toHaveLength(1);
  await em().execute("update known_devices set last_seen_at = now() - interval '366 days' where user_id = ?", [id]);
  await forgetOldDevices(em());
  expect(await known(id)).toEqual([]);
});

it('takes any text for a proof', async () => {
  const { id } = await person();
  const own = await remember(id);
  for (const proof of ['', '...', 'x'.repeat(10_000), own.slice(0, -1), `${own}x`, "' or true --", '\0'])
    expect((await known(id, proof)).map((one) => one.is_current)).toEqual([false]);
  expect(await known(id, `${'A'.repeat(43)}.${own}`)).toMatchObject([{ is_current: true }]);
});

it('stores no proof', async () => {
  const { id } = await person();
  const proof = await remember(id);
  const [row] = await em().execute<{ proof_hash: Buffer }[]>('select * from known_devices where user_id = ?', [id]);
  expect(JSON.stringify(row)).not.toContain(proof);
  expect(row?.proof_hash.equals(Buffer.from(proof, 'base64url'))).toBe(false);
});
