/** A question that a recipient answers before anything of a delivery is shown or read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWERS } from '#domain/accounts/limits.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let fileId: string;
let contentId: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
  fileId = await keptFile(await upload(helena, PNG, { type: 'image', name: 'sea.png', title: 'The sea' }));
  contentId = (await web.query<{ id: string }>('select id from contents where file_id = ?', [fileId]))[0]?.id ?? '';
});
afterAll(() => web?.stop());

const QUESTION = 'Where did we meet?';

/** Two deliveries to one person, with a question, that were sent a moment ago. */
async function sent(change: Record<string, string> = {}) {
  const scheduled = await helena.post('/schedule/several', {
    content_ids: contentId,
    recipients: 'Ana, ana@example.com',
    delivery_type: 'email',
    phone_country: 'PT',
    date: '2040-05-04',
    time: '08:00',
    time_zone: 'Europe/Lisbon',
    question: QUESTION,
    answer: 'On the boat to Setúbal',
    ...change,
  });
  expect(scheduled.status).toBe(302);
  const [row] = await web.query<{ id: string }>('select id from deliveries order by id desc limit 1');
  const id = row?.id ?? '';
  await web.query(
    'update delivery_contents dc set frozen_head = c.head from contents c where c.id = dc.content_id and delivery_id = ?',
    [id],
  );
  await web.query(
    `insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'accepted', now())`,
    [newId(), id],
  );
  await web.query(
    `update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?`,
    [id],
  );
  return { id, link: `/m/${linkSecret(web.keyring, 'delivery', id, 1)}` };
}
const belowOf = (link: string) =>
  [`file/${fileId}`, `file/${fileId}/thumbnail`, 'all.zip', `file/${fileId}/sealed`, `file/${fileId}/parcel.zip`].map(
    (path) => `${link}/${path}`,
  );
const answer = (visitor: ReturnType<Web['visitor']>, link: string, words: string) =>
  visitor.post(link, { intent: 'answer', answer: words });

describe('a delivery with a question', () => {
  test('stores the question sealed and the answer as a hash only', async () => {
    const { id } = await sent();
    const [row] = await web.query<{ question: Buffer; answer_hash: string }>(
      'select question, answer_hash from deliveries where id = ?',
      [id],
    );
    expect(row?.question.toString('latin1')).not.toContain(QUESTION);
    expect(row?.answer_hash).toMatch(/^\$argon2id\$/);
  });

  test('shows the question and nothing of what was sent, also when it was opened in another browser', async () => {
    const { id, link } = await sent();
    await web.query('update deliveries set opened_at = now() where id = ?', [id]);
    const visitor = web.visitor();
    const page = await (await visitor.get(link)).text();
    expect(page).toContain(QUESTION);
    expect(page).toContain('ask someone who was close to Helena Duarte');
    expect(page).not.toContain('The sea');
    for (const path of belowOf(link)) expect([path, (await visitor.get(path)).status]).toEqual([path, 403]);
    expect((await visitor.get(`${link}/open/${fileId}`)).headers.get('location')).toBe(link);
    for (const intent of ['open', 'extend', 'save'])
      expect([intent, (await visitor.post(link, { intent })).status]).toEqual([intent, 403]);
  });

  test('opens after the answer, however it is written, in this browser and below this link only', async () => {
    const { link } = await sent();
    const visitor = web.visitor();
    const wrong = await answer(visitor, link, 'At school');
    expect(await wrong.text()).toContain('That isn’t the answer we have.');
    const right = await answer(visitor, link, ' on the BOAT, to setubal ');
    expect([right.status, right.headers.get('location')]).toEqual([302, link]);
    const cookie = right.headers.getSetCookie().find((one) => one.startsWith('answered=')) ?? '';
    expect(cookie).toContain(`Path=${link};`);
    expect(cookie).toContain('HttpOnly');
    expect(await (await visitor.get(link)).text()).toContain('left a picture for you');
    expect(await (await visitor.post(link, { intent: 'open' })).text()).toContain('The sea');
    expect((await visitor.get(`${link}/file/${fileId}`)).status).toBe(200);
    expect((await visitor.get(`${link}/all.zip`)).status).toBe(200);
    const stranger = web.visitor();
    expect((await stranger.get(`${link}/file/${fileId}`)).status).toBe(403);
    expect(await (await stranger.get(link)).text()).toContain(QUESTION);
    const other = await sent();
    expect((await visitor.get(`${other.link}/file/${fileId}`)).status).toBe(403);
  });

  test('is closed again by another answer', async () => {
    const { id, link } = await sent();
    const visitor = web.visitor();
    await answer(visitor, link, 'on the boat to setubal');
    const [other] = await web.query<{ answer_hash: string }>(
      'select answer_hash from deliveries where id <> ? and answer_hash is not null limit 1',
      [id],
    );
    await web.query('update deliveries set answer_hash = ? where id = ?', [other?.answer_hash, id]);
    expect(await (await visitor.get(link)).text()).toContain(QUESTION);
  });

  test('takes five wrong answers in an hour, and then not the right one either; another link still takes it', async () => {
    const { id, link } = await sent();
    const visitor = web.visitor();
    for (let n = 0; n < ANSWERS.tries; n++) expect((await answer(visitor, link, `wrong ${n}`)).status).toBe(200);
    const late = await answer(visitor, link, 'On the boat to Setúbal');
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(await late.text()).toContain('Please try again in an hour.');
    const other = await sent();
    expect((await answer(visitor, other.link, 'On the boat to Setúbal')).status).toBe(302);
    expect(id).not.toBe(other.id);
  });

  test('can be refused without an answer', async () => {
    const { id, link } = await sent();
    const visitor = web.visitor();
    expect(await (await visitor.get(`${link}?refuse`)).text()).toContain('Not for you?');
    expect((await visitor.post(link, { intent: 'refuse' })).status).toBe(200);
    const [row] = await web.query<{ failure_code: string }>('select failure_code from deliveries where id = ?', [id]);
    expect(row?.failure_code).toBe('refused');
  });
});

test.each([
  [{ question: '', answer: 'x' }, 'Please enter the question that this answers'],
  [{ question: QUESTION, answer: '' }, 'Please enter the answer to your question'],
  [{ question: QUESTION, answer: '?!' }, 'An answer needs a letter or a digit'],
])('the form says what is missing: %j', async (change, words) => {
  const form = { content_ids: contentId, recipients: 'ana@example.com', delivery_type: 'email', date: '2040-05-04' };
  const rest = { phone_country: 'PT', time: '08:00', time_zone: 'Europe/Lisbon' };
  const refused = await helena.post('/schedule/several', { ...form, ...rest, ...change });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(words);
});

test('“Not now” takes a day and says so; “nothing more” leads to its page', async () => {
  const { link } = await sent({ question: '', answer: '' });
  const visitor = web.visitor();
  const page = await (await visitor.get(link)).text();
  for (const words of ['In a week', 'In a month', 'In a year', 'This is not for me']) expect(page).toContain(words);
  for (const words of ['Nothing more from this person', 'Nothing more from Stillhere']) expect(page).toContain(words);
  const later = await visitor.post(link, { intent: 'later', when: 'week' });
  expect([later.status, (await later.text()).includes('We’ll write to you on')]).toEqual([200, true]);
  expect(await (await visitor.get(link)).text()).toContain('We’ll remind you on');
  expect((await visitor.post(link, { intent: 'later', when: 'tomorrow' })).status).toBe(400);
});
