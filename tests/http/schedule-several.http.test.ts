/** /schedule/several as a browser without scripts meets it, and the call with the same fields. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, newClient, newLetter } from '#tests/api/client.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let program: Client;
const letters: string[] = [];
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
  for (const title of ['How we chose your name', 'A poem']) {
    const kept = await helena.post('/create', { title, content: 'Dear Ana,' });
    letters.push(new URL(kept.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '');
  }
  program = await newClient(web);
});
afterAll(() => web?.stop());

const WISH = {
  delivery_type: 'email',
  phone_country: 'PT',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
  birth_date: '',
  clocks_seen: '',
};
const PEOPLE = 'Ana Duarte, ana@example.com\r\nRui, rui@example.com';
const send = (change: Record<string, string> = {}) => {
  const form = new URLSearchParams({ ...WISH, recipients: PEOPLE, ...change });
  for (const id of letters) form.append('content_ids', id);
  return helena.post('/schedule/several', [...form]);
};
const rows = () =>
  web.query<{ recipient_name: string; group_id: string; contents: number }>(
    `select recipient_name, group_id, (select count(*)::int from delivery_contents where delivery_id = d.id) as contents
       from deliveries d where local_time = '2031-05-04T09:00' order by id`,
  );

test('the page schedules all chosen items for each person, and the lists show them as one', async () => {
  const sent = await send();
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/schedule']);
  const made = await rows();
  expect(made.map(({ recipient_name, contents }) => [recipient_name, contents])).toEqual([
    ['Ana Duarte', 2],
    ['Rui', 2],
  ]);
  expect(new Set(made.map(({ group_id }) => group_id)).size).toBe(1);
  for (const path of ['/schedule', '/dashboard']) {
    const page = await (await helena.get(path)).text();
    expect(page).toContain('to Ana Duarte and one other');
    expect(page).not.toContain('to Rui');
  }
  const story = await (await helena.get(`/schedule/${made[0]?.group_id}`)).text();
  expect(story).toContain('The same, to');
  expect(story).toContain('Rui: Pending');
});

test('what is wrong is said at its field, and nothing that was typed is lost', async () => {
  const before = (await rows()).length;
  const refused = await send({ recipients: 'Ana, ana@example.com\nsomebody' });
  const page = await refused.text();
  expect(refused.status).toBe(422);
  expect(page).toContain('We can’t read the person on line 2.');
  expect(page).toContain('somebody');
  expect(page.match(/checked=""/g)).toHaveLength(letters.length);
  expect(await rows()).toHaveLength(before);
});

test('a time that the clocks skip is asked about', async () => {
  const asked = await send({ date: '2031-03-30', time: '01:30' });
  expect(asked.status).toBe(422);
  expect(await asked.text()).toContain('02:30');
});

test('a preview shows what the first person will see', async () => {
  const form = new URLSearchParams({ ...WISH, recipients: PEOPLE });
  for (const id of letters) form.append('content_ids', id);
  const page = await (await helena.post('/schedule/preview', [...form])).text();
  expect(page).toContain('Ana Duarte');
  expect(page).toContain('two letters');
});

test('a call answers the first delivery with its group and all deliveries, and the same again with its key', async () => {
  const content_ids = [await newLetter(program), await newLetter(program)];
  const json = {
    content_ids,
    recipients: [{ email: 'ana@example.com', name: 'Ana' }, { email: 'rui@example.com' }],
    scheduled_time: '2044-05-04T09:00:00Z',
    delivery_type: 'email',
  };
  const call = () =>
    program.call<{ id: string; deliveries: { id: string; recipient_email: string; group_id: string }[] }>(
      'POST /delivery/schedule',
      { json, headers: { 'idempotency-key': 'together' } },
    );
  const { status, body } = await call();
  expect(status).toBe(201);
  expect(body).toMatchObject({ group_id: body.id, group_size: 2, content_ids, recipient_email: 'ana@example.com' });
  expect(body.deliveries.map(({ recipient_email }) => recipient_email)).toEqual(['ana@example.com', 'rui@example.com']);
  for (const { group_id } of body.deliveries) expect(group_id).toBe(body.id);
  expect((await call()).body).toEqual(body);
  const { body: preview } = await program.call(`GET /delivery/${body.id}/preview`);
  expect(preview).toMatchObject({ subject: expect.stringContaining('two letters') });
});

test('what waits of a group is changed and deleted on one page, without scripts', async () => {
  await send({ date: '2031-06-07' });
  const made = () =>
    web.query<{ id: string; local_time: string; language: string; contents: number; deleted: boolean }>(
      `select id, local_time, language, deleted_at is not null as deleted,
         (select count(*)::int from delivery_contents where delivery_id = d.id) as contents
       from deliveries d where group_id = (select group_id from deliveries where local_time = '2031-06-07T09:00' or local_time = '2031-07-08T09:30' order by id limit 1)
       order by id`,
    );
  const [first] = await made();
  const story = await (await helena.get(`/schedule/${first?.id}`)).text();
  expect(story).toContain(`href="/schedule/${first?.id}/group"`);
  const page = await (await helena.get(`/schedule/${first?.id}/group`)).text();
  expect(page).toContain('2 people of this group haven’t got theirs yet.');
  expect(page.match(/checked=""/g)).toHaveLength(letters.length);
  const [letter = ''] = letters;
  const wish = { date: '2031-07-08', time: '09:30', time_zone: 'Europe/Lisbon', link_years: '5', language: 'de' };
  await web.query("update deliveries set language = 'pt' where id = ?", [first?.id]);
  const differing = await (await helena.get(`/schedule/${first?.id}/group`)).text();
  expect(differing).toMatch(/name="language"[^>]*><option value=""[^>]*>It differs\. Leave each as it is/);
  const kept = { date: '2031-07-08', time: '09:30', time_zone: 'Europe/Lisbon', link_years: '2', language: '' };
  await helena.post(`/schedule/${first?.id}/group`, { ...kept, content_ids: letter });
  expect(await made()).toMatchObject([{ language: 'pt' }, { language: 'en' }]);
  const refused = await helena.post(`/schedule/${first?.id}/group`, {
    ...wish,
    date: '2001-07-08',
    content_ids: letter,
  });
  expect(refused.status).toBe(422);
  const changed = await helena.post(`/schedule/${first?.id}/group`, { ...wish, content_ids: letter });
  expect([changed.status, changed.headers.get('location')]).toEqual([302, '/schedule']);
  const expected = { local_time: '2031-07-08T09:30', language: 'de', contents: 1, deleted: false };
  expect(await made()).toMatchObject([expected, expected]);
  const question = await (await helena.get(`/schedule/${first?.id}/group/delete`)).text();
  expect(question).toContain('Delete 2 deliveries that wait?');
  expect((await helena.post(`/schedule/${first?.id}/group/delete`)).status).toBe(302);
  expect(await made()).toMatchObject([{ deleted: true }, { deleted: true }]);
  expect((await helena.get(`/schedule/${first?.id}/group`)).status).toBe(404);
});

/** A form as a browser without scripts sends it: what is chosen, ticked and written in it. */
function fieldsIn(page: string): [string, string][] {
  const [form = ''] = /<form[^>]*id="group-form".*?<\/form>/s.exec(page) ?? [];
  const valueIn = (tag: string) => /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '';
  const inputs = [...form.matchAll(/<input[^>]*name="(\w+)"[^>]*>/g)]
    .filter(([tag]) => !tag.includes('type="checkbox"') || tag.includes('checked=""'))
    .map(([tag, name = '']): [string, string] => [name, valueIn(tag)]);
  const selects = [...form.matchAll(/<select[^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']): [string, string] => {
      const chosen = /<option[^>]*selected=""[^>]*>/.exec(options) ?? /<option[^>]*>/.exec(options);
      return [name, valueIn(chosen?.[0] ?? '')];
    },
  );
  return [...inputs, ...selects];
}

test('a change of the language alone leaves to each their date and what it brings, where these differ', async () => {
  const both = letters.map((id): [string, string] => ['content_ids', id]);
  const sent = await helena.post('/schedule/several', [
    ...Object.entries({ ...WISH, date: '2033-01-02', recipients: PEOPLE }),
    ...both,
  ]);
  expect(sent.status).toBe(302);
  const ofThatDay = "select group_id from deliveries where local_time = '2033-01-02T09:00'";
  const [made] = await web.query<{ group_id: string }>(ofThatDay);
  const group = () =>
    web.query<{ id: string; local_time: string; time_zone: string; language: string; contents: string }>(
      `select id, local_time, time_zone, scheduled_time::text, language,
         (select string_agg(content_id::text, ',' order by position) from delivery_contents where delivery_id = d.id) as contents
       from deliveries d where group_id = ?
       order by id`,
      [made?.group_id],
    );
  const [first, second] = await group();
  const page = `/schedule/${first?.id}/group`;
  const moved = {
    ...WISH,
    recipient_email: 'rui@example.com',
    recipient_name: 'Rui',
    date: '2061-08-09',
    time: '07:30',
  };
  const alone = { ...moved, time_zone: 'America/Toronto', link_years: '2', language: 'en' };
  expect((await helena.post(`/schedule/${second?.id}/edit`, alone)).status).toBe(302);
  await web.query('delete from delivery_contents where delivery_id = ? and content_id = ?', [second?.id, letters[1]]);
  const before = await group();
  expect(before.map(({ local_time }) => local_time)).toEqual(['2033-01-02T09:00', '2061-08-09T07:30']);

  const shown = await (await helena.get(page)).text();
  expect(shown.match(/They differ\. Leave this empty to keep each as it is\./g)).toHaveLength(2);
  const fields = fieldsIn(shown);
  expect(fields.filter(([name]) => name === 'content_ids')).toEqual([]);
  const values = Object.fromEntries(fields);
  expect(values).toMatchObject({ date: '', time: '', time_zone: '', language: 'en' });
  const save = (change: Record<string, string>) => helena.post(page, { ...values, ...change });
  expect((await save({ language: 'de' })).status).toBe(302);
  expect(await group()).toEqual(before.map((one) => ({ ...one, language: 'de' })));

  const partly = await save({ language: 'fr', date: '2034-05-06' });
  const said = await partly.text();
  expect(partly.status).toBe(422);
  for (const words of ['Please choose a time', 'Please choose a time zone']) expect(said).toContain(words);
  const nothing = await save({ link_years: '', language: '' });
  expect([nothing.status, await nothing.text()]).toEqual([422, expect.stringContaining('Nothing would change.')]);
  expect((await save({ date: '2034-05-06', time: '10:00', time_zone: 'America/Toronto' })).status).toBe(302);
  const after = { local_time: '2034-05-06T10:00', time_zone: 'America/Toronto' };
  expect(await group()).toEqual(
    before.map(({ id, contents }) => expect.objectContaining({ id, contents, ...after, language: 'en' })),
  );

  const alike = fieldsIn(await (await helena.get(page)).text());
  expect(Object.fromEntries(alike)).toMatchObject({ date: '2034-05-06', time: '10:00', time_zone: 'America/Toronto' });
});

test('where all bring the same, a form without any item is refused', async () => {
  await send({ date: '2035-01-02' });
  const [one] = await web.query<{ id: string }>("select id from deliveries where local_time = '2035-01-02T09:00'");
  const page = `/schedule/${one?.id}/group`;
  const fields = fieldsIn(await (await helena.get(page)).text());
  expect(fields.filter(([name]) => name === 'content_ids').map(([, id]) => id)).toEqual(letters);
  const refused = await helena.post(
    page,
    fields.filter(([name]) => name !== 'content_ids'),
  );
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Please choose what to send')]);
  expect((await helena.post(page, fields)).status).toBe(302);
});

test('a second email of a line is the second address of that person', async () => {
  await send({ date: '2031-08-09', recipients: 'Ana, ana@example.com, ana@work.example\nRui, rui@example.com' });
  const second = await web.query(
    "select recipient_name, alternate_email from deliveries where local_time = '2031-08-09T09:00' order by id",
  );
  expect(second).toEqual([
    { recipient_name: 'Ana', alternate_email: 'ana@work.example' },
    { recipient_name: 'Rui', alternate_email: null },
  ]);
});
