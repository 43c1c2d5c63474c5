/** What a database administrator could do to a record, and what finds it: the checking program, or a daily root. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { checkRecord } from '#services/record/check.ts';
import { listRoots, makeDailyRoot, rootMailJob } from '#services/record/roots.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { exported, happen, verify } from './chain.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let id: string;
beforeAll(async () => {
  stage = await createStage();
  for (let n = 0; n < 4; n += 1) await createPerson(stage.context());
});
beforeEach(async () => {
  ({ id } = await createPerson(stage.context()));
  await happen(stage.orm, id, 'contact-added', 'contact-tested');
});
afterAll(() => stage?.close());

const ask = <Row extends object>(sql: string, params: unknown[] = []) =>
  stage.orm.em.fork().execute<Row[]>(sql, params);
const text = () => exported(stage.orm, id);

/** Makes a root, on a day of its own. */
async function newRoot(): Promise<string> {
  await ask("update record_roots set day = to_char(day::date - 1, 'YYYY-MM-DD')");
  const made = await makeDailyRoot(stage.orm.em.fork(), false);
  return made?.root ?? '';
}

/** Writes the hashes of a chain anew, as if what it says now had always been so. */
async function rewriteHashes(): Promise<void> {
  await ask(
    `do $$
     declare
       e record_entries;
       before bytea := decode(repeat('00', 32), 'hex');
     begin
       for e in select * from record_entries where account_id = '${id}' order by seq loop
         update record_entries set prev = before, hash = sha256(convert_to(format(
           '{"at":"%s","data":%s,"kind":"%s","prev":"%s","seq":%s}',
           to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), e.data, e.kind, encode(before, 'hex'), e.seq
         ), 'UTF8')) where account_id = e.account_id and seq = e.seq returning hash into before;
       end loop;
     end $$`,
  );
}

describe('an export of a record that nobody changed', () => {
  it('passes, and says how many entries there are', async () => {
    const { code, said } = verify(await text());
    expect([code, said]).toEqual([0, expect.stringMatching(/^6 entries, none changed\. Newest hash: [0-9a-f]{64}\n/)]);
    expect(await checkRecord(stage.orm.em.fork(), id)).toMatchObject({ count: 6, broken: null });
  });

  it('passes also where another program has written its lines in another way', async () => {
    const lines = (await text()).trim().split('\n');
    const reversed = lines.map((line) =>
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse())),
    );
    expect(verify(reversed.join('\r\n')).code).toBe(0);
  });
});

describe('in the database', () => {
  it.each([
    ['the number of an entry', 'update record_entries set seq = 9 where seq = 5 and account_id = ?', 5],
    ['the time of an entry', "update record_entries set at = at - interval '1 ms' where seq = 5 and account_id = ?", 5],
    ['the kind of an entry', "update record_entries set kind = 'contact-removed' where seq = 5 and account_id = ?", 5],
    ['the data of an entry', `update record_entries set data = '{"n":2}' where seq = 5 and account_id = ?`, 5],
    [
      'what an entry says of the one before',
      `update record_entries set prev = '\\x00' where seq = 5 and account_id = ?`,
      5,
    ],
    ['the hash of an entry', "update record_entries set hash = sha256('x') where seq = 5 and account_id = ?", 5],
    ['the hash of the last entry', "update record_entries set hash = sha256('x') where seq = 6 and account_id = ?", 6],
    ['an entry, which is deleted', 'delete from record_entries where seq = 3 and account_id = ?', 3],
    ['the first entry, which is deleted', 'delete from record_entries where seq = 1 and account_id = ?', 1],
  ])('%s: the program names the first line that is wrong', async (_, statement, line) => {
    await ask(statement, [id]);
    const { code, said } = verify(await text());
    expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^Line ${line}: .+\\.$`))]);
    expect(await checkRecord(stage.orm.em.fork(), id)).toMatchObject({ broken: line });
  });

  it('the order of two entries: the program names the first of them', async () => {
    await ask('update record_entries set seq = seq + 90 where seq in (4, 5) and account_id = ?', [id]);
    await ask('update record_entries set seq = 189 - seq - 90 where seq in (94, 95) and account_id = ?', [id]);
    expect(verify(await text())).toMatchObject({ code: 1, said: expect.stringMatching(/^Line 4: /) });
  });

  it('the whole chain, with all its hashes: the root of an earlier day finds it', async () => {
    const root = await newRoot();
    expect(verify(await text(), '--root', root)).toMatchObject({ code: 0 });
    await ask(`update record_entries set data = '{"n":2}' where seq = 5 and account_id = ?`, [id]);
    await rewriteHashes();
    expect(verify(await text())).toMatchObject({ code: 1, said: expect.stringContaining('rewritten') });
    // And the tree under the root as well: then only a root that was kept elsewhere tells.
    await ask(
      'update record_leaves l set hash = (select hash from record_entries e where e.account_id = l.account_id and e.seq = l.seq) where account_id = ?',
      [id],
    );
    await ask('delete from record_roots');
    await makeDailyRoot(stage.orm.em.fork(), false);
    expect(verify(await text())).toMatchObject({ code: 0 });
    expect(verify(await text(), '--root', root)).toMatchObject({
      code: 1,
      said: expect.stringContaining('not to the one that you gave'),
    });
  });

  it('the newest entries, which are deleted: the root of an earlier day finds it', async () => {
    const root = await newRoot();
    await ask('delete from record_entries where seq > 4 and account_id = ?', [id]);
    expect(verify(await text())).toMatchObject({ code: 1, said: expect.stringContaining('was cut') });
    await ask('delete from record_leaves where account_id = ?', [id]);
    expect(verify(await text())).toMatchObject({ code: 0 });
    expect(verify(await text(), '--root', root)).toMatchObject({ code: 1 });
  });
});

describe('in the file', () => {
  const changed = async (change: (lines: string[]) => string[]) =>
    verify(change((await text()).trim().split('\n')).join('\n'));
  const member = (line: string | undefined, name: string, value: unknown) =>
    JSON.stringify({ ...JSON.parse(line ?? ''), [name]: value });

  it.each([
    ['a last line that is missing', (lines: string[]) => lines.slice(0, -1), /^Line 7: the end is missing/],
    [
      'a last line with another count',
      (lines: string[]) => [...lines.slice(0, -1), member(lines.at(-1), 'count', 5)],
      /^Line 7: it counts 5/,
    ],
    [
      'a last line with another head',
      (lines: string[]) => [...lines.slice(0, -1), member(lines.at(-1), 'head', 'x')],
      /^Line 7: its head/,
    ],
    [
      'an entry after the end',
      (lines: string[]) => [...lines, ...lines.slice(0, 1)],
      /^Line 8: it comes after the end/,
    ],
    [
      'an entry without a member',
      (lines: string[]) => lines.with(1, member(lines[1], 'at', undefined)),
      /^Line 2: it has no at/,
    ],
    [
      'an entry with one member more',
      (lines: string[]) => lines.with(1, member(lines[1], 'note', 'x')),
      /^Line 2: it has a member/,
    ],
    [
      'a time of another form',
      (lines: string[]) => lines.with(1, member(lines[1], 'at', '2026-11-28')),
      /^Line 2: its at/,
    ],
    ['a line that is no JSON', (lines: string[]) => lines.with(1, '{'), /^Line 2: it is not JSON/],
  ])('%s', async (_, change, said) => {
    expect(await changed(change)).toEqual({ code: 1, said: expect.stringMatching(said) });
  });

  it('nothing to check, and wrong arguments, are told apart from a record that was changed', () => {
    expect(verify('').code).toBe(2);
    expect(verify('', '/no/such/file').code).toBe(2);
    expect(verify('', '--root', 'abc').code).toBe(2);
    expect(verify('', 'one', 'two').code).toBe(2);
  });

  it('a root is asked for, and no root covers the record yet', async () => {
    await ask('delete from record_roots');
    const { code, said } = verify(await text(), '--root', 'a'.repeat(64));
    expect([code, said]).toEqual([1, expect.stringContaining('no published root covers')]);
  });
});

describe('the daily root', () => {
  it('is made once a day, also by several workers at once, and covers every chain', async () => {
    await ask("update record_roots set day = to_char(day::date - 1, 'YYYY-MM-DD')");
    const made = await Promise.all([1, 2, 3].map(() => makeDailyRoot(stage.orm.em.fork(), true)));
    const [root, ...others] = made.filter((one) => one !== null);
    const [{ chains } = { chains: -1 }] = await ask<{ chains: number }>('select count(*)::int as chains from users');
    expect([root?.chains, others]).toEqual([chains, []]);
    expect(await makeDailyRoot(stage.orm.em.fork(), true)).toBeNull();
    expect((await listRoots(stage.orm.em.fork()))[0]).toEqual(root);
    expect(await ask("select subject from jobs where kind = 'record-root'")).toEqual([{ subject: root?.day }]);
    await ask("delete from jobs where kind = 'record-root'");
  });

  it('is mailed to the archive until a provider accepts it', async () => {
    await ask("update record_roots set day = to_char(day::date - 1, 'YYYY-MM-DD')");
    const made = await makeDailyRoot(stage.orm.em.fork(), true);
    const sent: EmailMessage[] = [];
    const answers: ProviderAnswer[] = [
      { kind: 'transient', reason: 'busy', retryAfter: null },
      { kind: 'accepted', messageId: null },
    ];
    const handler = rootMailJob({
      fork: () => stage.orm.em.fork(),
      // why: the test chooses the provider's answers.
      email: {
        async send(message) {
          sent.push(message);
          return answers[sent.length - 1] as ProviderAnswer;
        },
      },
      policy: { claimLease: 20 * SECOND, unknownWait: 0, minute: MINUTE },
      appOrigin: 'https://stillhere.example',
      archive: 'archive@example.com',
    });
    const round = () => runDueJobs(() => stage.orm.em.fork(), 'record-root', handler);
    expect([await round(), await round()]).toEqual([1, 0]);
    await ask("update jobs set run_at = now() where kind = 'record-root'");
    expect([await round(), await round(), sent.length]).toEqual([1, 0, 2]);
    expect(sent[1]).toMatchObject({
      to: { email: 'archive@example.com' },
      text: expect.stringContaining(`${made?.root}`),
    });
    expect(await ask("select 1 from jobs where kind = 'record-root'")).toEqual([]);
  });

  it('covers what was appended since the one before, and goes on without accounts that are gone', async () => {
    const other = await createPerson(stage.context());
    const first = await newRoot();
    await happen(stage.orm, id, 'contact-added');
    // Still the root of before: it covers six entries, and says so.
    expect(verify(await text(), '--root', first).said).toContain('Entries 1 to 6');
    await ask('delete from users where id = ?', [other.id]);
    expect(verify(await text(), '--root', first).code).toBe(0);
    const second = await newRoot();
    expect(second).not.toBe(first);
    expect(verify(await text(), '--root', second).said).toContain('Entries 1 to 7');
    expect(await ask('select 1 from record_leaves where account_id = ?', [other.id])).toEqual([]);
  });
});
