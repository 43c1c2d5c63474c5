/** Checking in with a password, and the page of the second one: both passwords look the same in every answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WRONG_PASSWORDS_CHECKING_IN } from '#domain/accounts/limits.ts';
import { DAY } from '#domain/time/durations.ts';
import { dateTime } from '#messages/dates.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { correspondentOf } from '#services/limits/correspondents.ts';
import { DURESS_PASSWORD, OWN_PASSWORD } from '#tests/harness/duress.ts';
import { readyToRun, released } from './ready-to-run.ts';
import { sessionsOn } from './sign-in.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

const { call, tokenOf } = sessionsOn(() => web);
const PAGE = '/profile/security/duress';
const SIGNED_IN = '/emergency/check-in/password';
const FROM = { 'x-forwarded-for': '198.51.100.20' };

type Person = Visitor & { email: string };
const idOf = async ({ email }: Person) =>
  (await web.query<{ id: string }>('select id from users where email = ?', [email]))[0]?.id ?? '';
const holdsOf = async (person: Person) =>
  (await web.query('select id from duress_holds where owner_id = ? and ended_by is null', [await idOf(person)])).length;

/** All of an answer that a browser gets, apart from what differs between any two requests. */
async function whole(response: Response) {
  const varies = new Set(['date', 'set-cookie', 'server-timing', 'x-request-id', 'content-security-policy']);
  const headers = [...response.headers].filter(([name]) => !varies.has(name));
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, ''));
  const text = (await response.text()).replace(/nonce="[^"]*"/g, 'nonce');
  return {
    status: response.status,
    headers: headers.map(([name, value]) => [name, value.replace(/#.*/, '')]),
    cookies,
    text,
  };
}

/** An owner with a protocol, whose contact is told where they set a second password. */
async function owner({ isSet = true } = {}) {
  const person = await web.person();
  await readyToRun(web, person);
  await person.post('/emergency/arm');
  if (isSet) expect((await person.post(PAGE, await saving(person))).status).toBe(302);
  person.cookies.delete('toast');
  return person;
}

async function saving(person: Person, change: Record<string, string> = {}) {
  const [contact] = await web.query<{ id: string }>('select id from trusted_contacts where owner_id = ?', [
    await idOf(person),
  ]);
  const passwords = { current_password: OWN_PASSWORD, new_password: DURESS_PASSWORD };
  return { intent: 'save', ...passwords, contact: contact?.id ?? '', days: '90', ...change };
}

/** A warning has gone out: its link checks in. */
async function warned(person: Person): Promise<string> {
  const id = await idOf(person);
  const [row] = await web.query<{ episode: number }>(
    `update emergency_protocols set stage = 'reminding', last_check_in = now() - interval '24 days' where owner_id = ?
     returning episode`,
    [id],
  );
  return `/check-in/${linkSecret(web.keyring, 'check-in', id, row?.episode ?? 1)}`;
}

const ofMail = async (person: Person, password: string, visitor = web.visitor()) =>
  visitor.post(`${await warned(person)}?password`, { password }, FROM);
/** Links name the owner and the episode. */
const withoutLinks = <T extends { text: string }>(answer: T): T => ({
  ...answer,
  text: answer.text.replace(/\/check-in\/[\w-]+/g, '/check-in/').replace(/ at \d\d:\d\d/g, ''),
});

/** The answer with the next date in words: 23 days after the check-in that it is about. */
async function withoutDate<T extends { text: string }>(person: Person, answer: T): Promise<T> {
  const [row] = await web.query<{ at: Date }>(
    'select last_check_in as at from emergency_protocols where owner_id = ?',
    [await idOf(person)],
  );
  const next = dateTime(new Date(new Date(row?.at ?? '').getTime() + 23 * DAY), 'Europe/Lisbon', 'minutes');
  expect(answer.text).toContain(`We’ll ask you again on ${next} `);
  return { ...answer, text: answer.text.replace(next, 'in 23 days') };
}

describe('a check-in with a password', () => {
  test('by the link of a mail: both passwords get the same bytes, and only one begins a hold', async () => {
    const person = await owner();
    const seen = async (password: string) => withoutDate(person, await whole(await ofMail(person, password)));
    const own = await seen(OWN_PASSWORD);
    expect(await holdsOf(person)).toBe(0);
    const duress = await seen(DURESS_PASSWORD);
    expect(await holdsOf(person)).toBe(1);
    expect(own.text).toContain('Your check-in is recorded.');
    expect(duress).toEqual(own);
    // And a third time, while the hold runs.
    expect(await seen(OWN_PASSWORD)).toEqual(own);
  });

  test('by a browser that is signed in: both get the same answer, and the page after it is the same', async () => {
    const person = await owner();
    const seen = async (password: string) => {
      await warned(person);
      const answer = await whole(await person.post(SIGNED_IN, { password }, FROM));
      const after = await whole(await person.get('/emergency'));
      const text = after.text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|check-in-\d+/g, '');
      return { answer, after: { ...after, text } };
    };
    const own = await seen(OWN_PASSWORD);
    const duress = await seen(DURESS_PASSWORD);
    expect(await holdsOf(person)).toBe(1);
    expect([own.answer.status, own.answer.cookies]).toEqual([
      302,
      expect.arrayContaining([expect.stringMatching(/^toast/)]),
    ]);
    expect(duress.answer).toEqual(own.answer);
    // Dates are compared in the other tests: here a minute may end between the two.
    const words = (html: string) =>
      html
        .replace(/<script.*?<\/script>/gs, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\d{1,2} \w+( \d{4})?( at)? \d\d:\d\d/g, '');
    expect(words(duress.after.text)).toEqual(words(own.after.text));
  });

  test('by a call: both get the same fields', async () => {
    const person = await owner();
    const token = await tokenOf(person.email);
    const seen = async (password: string) => {
      await warned(person);
      const response = await call(token, 'POST /emergency/check-in/password', { password });
      const { last_check_in, contacts_told_at, release_at, ...rest } = (await response.json()) as Record<
        string,
        string
      >;
      const ahead = [contacts_told_at, release_at].map((at = '') =>
        Math.round((Date.parse(at) - Date.parse(last_check_in ?? '')) / 60_000),
      );
      return { status: response.status, rest, ahead };
    };
    const own = await seen(OWN_PASSWORD);
    expect(own).toMatchObject({ status: 200, rest: { stage: 'armed', days_since_last_check_in: 0 } });
    expect(await seen(DURESS_PASSWORD)).toEqual(own);
    expect(await holdsOf(person)).toBe(1);
    expect((await call(token, 'POST /emergency/check-in/password', { password: 'wrong' })).status).toBe(422);
    expect((await call(token, 'POST /emergency/check-in')).status).toBe(200);
  });

  test('a wrong one says so, with and without a second one set, and never the button without one', async () => {
    const [set, unset] = [await owner(), await owner({ isSet: false })];
    const wrong = await whole(await ofMail(set, 'not this one'));
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('That isn’t your password')]);
    expect(wrong.text).toContain('<details class="small" open="">');
    expect(wrong.text).not.toContain('not this one');
    expect(withoutLinks(await whole(await ofMail(unset, 'not this one')))).toEqual(withoutLinks(wrong));
    for (let tries = 0; tries < WRONG_PASSWORDS_CHECKING_IN.tries; tries += 1) await ofMail(set, 'not this one');
    const limited = await ofMail(set, DURESS_PASSWORD);
    expect([limited.status, limited.headers.has('retry-after'), await holdsOf(set)]).toEqual([429, true, 0]);
    const pressed = await web.visitor().post(await warned(set), {}, FROM);
    expect([pressed.status, await pressed.text()]).toEqual([
      200,
      expect.stringContaining('Your check-in is recorded.'),
    ]);
    expect((await set.post(SIGNED_IN, { password: 'not this one' }, FROM)).status).toBe(429);
    expect((await set.post('/emergency/check-in', {}, FROM)).status).toBe(302);
  });

  test('the form is on each page, for someone with a second password and for someone without', async () => {
    const [set, unset] = [await owner(), await owner({ isSet: false })];
    const page = async (person: Person) => withoutLinks(await whole(await web.visitor().get(await warned(person))));
    expect(await page(unset)).toEqual(await page(set));
    for (const person of [set, unset]) {
      expect(await (await person.get('/emergency')).text()).toContain(`href="${SIGNED_IN}"`);
      expect(await (await person.get(SIGNED_IN)).text()).toContain('You never need one.');
    }
  });

  test('where a check-in is no answer, the answers stay the same, and the hold begins', async () => {
    const person = await owner();
    const link = await warned(person);
    await web.visitor().post(link, {}, FROM);
    const again = (password: string) => web.visitor().post(`${link}?password`, { password }, FROM);
    const own = await whole(await again(OWN_PASSWORD));
    expect([own.status, own.text, await holdsOf(person)]).toEqual([
      410,
      expect.stringContaining('There was a check-in'),
      0,
    ]);
    expect(withoutLinks(await whole(await again(DURESS_PASSWORD)))).toEqual(withoutLinks(own));
    expect(await holdsOf(person)).toBe(1);
  });
});

test('between the two steps of a sign-in both passwords check in alike, and nobody is signed in', async () => {
  const person = await owner();
  const id = await idOf(person);
  await web.query(
    `insert into totp_factors (user_id, sealed, last_step, created_at, recovery_made_at) values (?, '\\x00', 0, now(), now())`,
    [id],
  );
  const seen = async (password: string) => {
    const visitor = web.visitor();
    await visitor.post('/auth', { email: person.email, password: OWN_PASSWORD }, FROM);
    await warned(person);
    const response = await visitor.post('/auth/code', { intent: 'check-in-password', password }, FROM);
    expect(visitor.cookies.has('session')).toBe(false);
    return whole(response);
  };
  const own = await seen(OWN_PASSWORD);
  expect([own.status, own.text]).toEqual([200, expect.stringContaining('Your check-in is recorded.')]);
  expect(await seen(DURESS_PASSWORD)).toEqual(own);
  expect(await holdsOf(person)).toBe(1);
  const wrong = await seen('not this one');
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('That isn’t your password')]);
});

test('after the release neither password is an answer, in the same words', async () => {
  const person = await owner();
  await web.query('delete from emergency_protocols where owner_id = ?', [await idOf(person)]);
  await released(web, person.email);
  const own = await whole(await person.post(SIGNED_IN, { password: OWN_PASSWORD }, FROM));
  const duress = await whole(await person.post(SIGNED_IN, { password: DURESS_PASSWORD }, FROM));
  expect([own.status, await holdsOf(person)]).toEqual([409, 1]);
  expect({ ...duress, text: '' }).toEqual({ ...own, text: '' });
});

describe('the page of the second password', () => {
  const shown = async (person: Person) => {
    const { text, ...rest } = await whole(await person.get(PAGE));
    return { ...rest, text: text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '') };
  };

  test('is the same before and after one is set, used, replaced, ended and removed; so is each answer', async () => {
    const person = await owner({ isSet: false });
    await person.get(PAGE);
    const before = await shown(person);
    expect(before.text).toContain('This page looks the same whether you have one or not.');
    const proof = { current_password: OWN_PASSWORD };
    const answers = [];
    const steps = [
      { intent: 'end', ...proof },
      { intent: 'remove', ...proof },
      await saving(person),
      await saving(person, { new_password: 'four green owls', days: '7' }),
      { intent: 'end', ...proof },
      { intent: 'remove', ...proof },
    ];
    for (const [index, step] of steps.entries()) {
      answers.push(await whole(await person.post(PAGE, step)));
      person.cookies.delete('toast');
      expect(await shown(person)).toEqual(before);
      if (index === 3) {
        await person.post(SIGNED_IN, { password: 'four green owls' }, FROM);
        person.cookies.delete('toast');
        expect(await holdsOf(person)).toBe(1);
        expect(await shown(person)).toEqual(before);
      }
    }
    expect(await holdsOf(person)).toBe(0);
    expect(answers[0]?.status).toBe(302);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('leaves nothing in the record, the mails or the archive; the record tells of a hold when it has ended', async () => {
    const person = await owner({ isSet: false });
    const id = await idOf(person);
    const mails = () => web.query<{ kind: string }>('select kind from account_mails where user_id = ?', [id]);
    const kinds = async () =>
      (
        await web.query<{ kind: string }>('select kind from record_entries where account_id = ? order by seq', [id])
      ).map(({ kind }) => kind);
    const [mailed, recorded] = [await mails(), await kinds()];
    await person.post(PAGE, await saving(person));
    await person.post(SIGNED_IN, { password: DURESS_PASSWORD }, FROM);
    expect(await mails()).toEqual(mailed);
    const added = (await kinds()).slice(recorded.length);
    expect(new Set(added)).toEqual(new Set(['protocol-checked-in']));
    expect(await (await person.get('/profile/record')).text()).not.toContain('second password');
    await person.post(PAGE, { intent: 'end', current_password: OWN_PASSWORD });
    expect(await (await person.get('/profile/record')).text()).toContain(
      'A hold after a check-in with your second password ended',
    );
  });

  test('asks for the account’s password each time, and says what is wrong at its field', async () => {
    const person = await owner({ isSet: false });
    const refused = async (fields: Record<string, string>) => {
      const response = await person.post(PAGE, fields);
      return [response.status, await response.text()];
    };
    const wrong = [422, expect.stringContaining('That isn’t your password')];
    expect(await refused(await saving(person, { current_password: DURESS_PASSWORD }))).toEqual(wrong);
    expect(await refused({ intent: 'end', current_password: DURESS_PASSWORD })).toEqual(wrong);
    const same = [422, expect.stringContaining('Choose a password that is not your account’s')];
    expect(await refused(await saving(person, { new_password: OWN_PASSWORD }))).toEqual(same);
    const days = [422, expect.stringContaining('a whole number of days from 7 to 365')];
    expect(await refused(await saving(person, { days: '6' }))).toEqual(days);
    const contact = [422, expect.stringContaining('Choose one of your trusted contacts')];
    expect(await refused(await saving(person, { contact: await idOf(person) }))).toEqual(contact);
    expect(await refused({ intent: 'save' })).toEqual([422, expect.any(String)]);
  });

  test('does not offer a contact who stopped our messages, and refuses them', async () => {
    const person = await owner({ isSet: false });
    const fields = await saving(person);
    expect(await (await person.get(PAGE)).text()).toContain(`value="${fields.contact}"`);
    const [row] = await web.query<{ email: string }>('select email from trusted_contacts where id = ?', [
      fields.contact,
    ]);
    const pair = { ownerId: await idOf(person), address: row?.email ?? '' };
    const { id } = await web.fork().transactional((tx) => correspondentOf(tx, web.keyring, pair));
    await web.query('update correspondents set stopped_at = now() where id = ?', [id]);
    expect(await (await person.get(PAGE)).text()).not.toContain(`value="${fields.contact}"`);
    const refused = await person.post(PAGE, fields);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('This contact wants no messages from Stillhere'),
    ]);
  });

  test('is linked for everyone, and asks for a contact first', async () => {
    const person = await web.person();
    expect(await (await person.get('/profile/security')).text()).toContain(`href="${PAGE}"`);
    expect(await (await person.get(PAGE)).text()).toContain('You need a trusted contact for this.');
  });
});
