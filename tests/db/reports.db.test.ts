/** Reports by visitors of the gallery, the mails to operators, and their commands. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressAs } from '#db/roles.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { Plan } from '#domain/subscription/plan.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { findPublicContent } from '#services/contents/read-contents.ts';
import { letBack, setVisibility, unpublish } from '#services/contents/visibility.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { newId } from '#services/ids.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { REPORTS_AN_HOUR, reportContent } from '#services/reports/report-content.ts';
import { MAILS_AN_HOUR } from '#services/reports/report-job.ts';
import { sendDueReports } from '#tests/harness/jobs.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { testServices } from '#tests/harness/services.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());
beforeEach(() => em().execute('delete from reports'));
const em = () => stage.orm.em.fork();

/** A letter that everyone can see. */
async function publicLetter() {
  const { id, letter } = await createPerson(stage.context());
  await em().execute('update contents set is_public = true where id = ?', [letter.id]);
  return { ownerId: id, id: letter.id };
}

const report = (id: string, words = '') => reportContent(stage.context(), id, { reason: 'privacy', words });

/** One round of the worker, with a provider that gives this answer. */
async function round(answer: ProviderAnswer = { kind: 'accepted', messageId: null }) {
  const sent: EmailMessage[] = [];
  await sendDueReports({
    fork: em,
    // why: the test chooses the provider's answer.
    email: {
      send: async (message) => {
        sent.push(message);
        return answer;
      },
    },
    policy: { claimLease: 20 * SECOND, unknownWait: 0, minute: MINUTE },
    appOrigin: 'https://stillhere.example',
    operators: 'operators@example.com',
  });
  return sent;
}

interface Row {
  reason: string;
  tries: number | null;
  is_sent: boolean;
  /** Minutes until the next try, rounded, so that a slow machine gives the same. */
  wait: number | null;
}

function reports(): Promise<Row[]> {
  return em().execute<Row[]>(
    `select reason, j.tries, sent_at is not null as is_sent, round(extract(epoch from run_at - now()) / 60)::int as wait
     from reports r left join jobs j on j.kind = 'report' and j.subject = r.id::text order by r.created_at, r.id`,
  );
}

describe('a report', () => {
  it('is mailed once, with what an operator needs and no content', async () => {
    const { id } = await publicLetter();
    await report(id, 'That is my sister.\nSee https://elsewhere.example');
    const [mail, ...others] = await round();
    expect([mail?.to, others]).toEqual([{ email: 'operators@example.com', name: null }, []]);
    expect(mail?.text).toContain(`text ${id}`);
    expect(mail?.text).toContain('It shows or names someone who didn’t agree');
    expect(mail?.html).toContain('“That is my sister. See https: //elsewhere.example”');
    expect(mail?.text).toContain(`https://stillhere.example/shared/${id}`);
    expect(mail?.text).toContain(`npm run unpublish -- ${id}`);
    for (const part of [mail?.subject, mail?.text, mail?.html, JSON.stringify(mail?.reference)])
      expect(part).not.toMatch(/How we chose|Dear Ana|Still here\.|Helena|@example\.com/);
    expect(await round()).toEqual([]);
  });

  it('deletes the visitor’s words once they are mailed', async () => {
    const { id } = await publicLetter();
    await report(id, 'That is my sister.');
    expect(await reports()).toMatchObject([{ reason: 'privacy\nThat is my sister.' }]);
    await round();
    expect(await reports()).toEqual([{ reason: 'privacy', tries: null, is_sent: true, wait: null }]);
  });

  it('is saved once when one form is sent twice; its id needs our key, so it does not reveal the words', async () => {
    const { id } = await publicLetter();
    const once = newId();
    const send = (context = stage.context()) =>
      reportContent(context, id, { reason: 'privacy', words: 'That is my sister.' }, once);
    await send();
    await send();
    expect(await reports()).toHaveLength(1);
    const keyring = new Keyring(`other:${randomBytes(32).toString('base64')}`);
    await send({ ...stage.context(), keyring });
    expect(await reports()).toHaveLength(2);
  });

  it.each<[ProviderAnswer, number]>([
    [{ kind: 'transient', reason: '503', retryAfter: null }, 1],
    [{ kind: 'transient', reason: '429', retryAfter: 7 * MINUTE }, 7],
    [{ kind: 'unknown', reason: 'reset' }, 1],
    [{ kind: 'configuration', reason: '401' }, 15],
    [{ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }, 15],
  ])('is tried again when no provider accepts it: %o', async (answer, wait) => {
    const { id } = await publicLetter();
    await report(id);
    expect(await round(answer)).toHaveLength(1);
    expect(await reports()).toEqual([{ reason: 'privacy', tries: 1, is_sent: false, wait }]);
    expect(await round()).toEqual([]);
    await em().execute('update jobs set run_at = now()');
    expect(await round()).toHaveLength(1);
    expect(await reports()).toMatchObject([{ tries: null, is_sent: true }]);
  });

  it('is mailed by only one of two workers', async () => {
    const { id } = await publicLetter();
    await report(id);
    const sent = await Promise.all([round(), round()]);
    expect(sent.flat()).toHaveLength(1);
  });

  it('says so when the content has been made private since', async () => {
    const { id } = await publicLetter();
    await report(id);
    await em().execute('update contents set is_public = false where id = ?', [id]);
    const [mail] = await round();
    expect(mail?.text).toContain('It’s private now');
  });

  it('is limited to so many an hour for each content, also all at once', async () => {
    const [first, second] = [await publicLetter(), await publicLetter()];
    await Promise.all(Array.from({ length: 4 * REPORTS_AN_HOUR }, () => report(first.id)));
    expect(await reports()).toHaveLength(REPORTS_AN_HOUR);
    await report(second.id);
    expect(await reports()).toHaveLength(REPORTS_AN_HOUR + 1);
    await em().execute(`update reports set created_at = created_at - interval '61 minutes'`);
    await report(first.id);
    expect(await reports()).toHaveLength(REPORTS_AN_HOUR + 2);
  });

  it('leaves capacity for letters: only so many reports an hour are mailed, and the others wait', async () => {
    const { id } = await publicLetter();
    await em().execute(
      `insert into reports (id, content_id, reason, created_at) select gen_random_uuid(), ?, 'other', now() from generate_series(1, ?)`,
      [id, MAILS_AN_HOUR + 5],
    );
    let mailed = 0;
    for (let sent = await round(); sent.length > 0; sent = await round()) mailed += sent.length;
    expect(mailed).toBe(MAILS_AN_HOUR);
    await em().execute(`update reports set sent_at = sent_at - interval '61 minutes'`);
    expect(await round()).toHaveLength(5);
  });

  it('is refused for private content', async () => {
    const { letter } = await createPerson(stage.context());
    for (const id of [letter.id, newId(), 'not-an-id'])
      await expect(report(id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await reports()).toEqual([]);
  });
});

describe('an operator', () => {
  const timelineOf = (ownerId: string) =>
    em().execute<object[]>('select kind, actor, detail from timeline where owner_id = ?', [ownerId]);

  it('takes a content out of the gallery, with a timeline entry', async () => {
    const { id, ownerId } = await publicLetter();
    expect(await unpublish(em(), id, new Date())).toEqual({ type: 'text', wasPublic: true });
    await expect(findPublicContent(stage.context(), id)).rejects.toMatchObject({ code: 'not-found' });
    const onRecord = [{ kind: 'content-unpublished', actor: 'operator', detail: { content_id: id, type: 'text' } }];
    expect(await timelineOf(ownerId)).toEqual(onRecord);
    expect(await unpublish(em(), id, new Date())).toEqual({ type: 'text', wasPublic: false });
    expect(await timelineOf(ownerId)).toEqual(onRecord);
  });

  it('keeps it out until they let it back, whatever its owner does', async () => {
    const { id, ownerId } = await publicLetter();
    const on = (plan: Plan) => givePlan((sql, params) => em().execute(sql, params), ownerId, plan);
    await unpublish(em(), id, new Date());
    for (const plan of ['free', 'premium'] as const) {
      await on(plan);
      // The refusal names no plan, since none would help.
      await expect(setVisibility(stage.context(), ownerId, id, true)).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await setVisibility(stage.context(), ownerId, id, false)).toMatchObject({ is_public: false });
    expect(await letBack(em(), id)).toBe(true);
    expect(await setVisibility(stage.context(), ownerId, id, true)).toMatchObject({ is_public: true });
    expect(await letBack(em(), id)).toBe(false);
    for (const unknown of [newId(), 'not-an-id'])
      await expect(unpublish(em(), unknown, new Date())).rejects.toMatchObject({ code: 'not-found' });
  });

  it('can run the command in the mail', async () => {
    const { id } = await publicLetter();
    expect(await command(id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`The text ${id} is private now`),
    });
    await expect(findPublicContent(stage.context(), id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await command(id)).toMatchObject({ code: 0, stdout: expect.stringContaining('was not public') });
    expect(await command(id, '--let-back')).toMatchObject({ code: 0, stdout: expect.stringContaining('may show') });
  });

  it('reads why a command changed nothing', async () => {
    const { id } = await publicLetter();
    const answers = await Promise.all([command(id, '--let-back'), command(newId()), command(id, id)]);
    expect(answers).toMatchObject([
      { code: 0, stdout: expect.stringContaining('nothing was changed') },
      { code: 1, stdout: '', stderr: expect.stringContaining('There is no content') },
      { code: 1, stdout: '', stderr: expect.stringContaining('Which one?') },
    ]);
  });
});

/** Runs the command as an operator does. */
async function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = resolve(import.meta.dirname, '../../worker/commands/unpublish.ts');
  const env = {
    ...process.env,
    ...testServices().env,
    NODE_ENV: 'test',
    DATABASE_URL: addressAs('worker', stage.url),
    MASTER_KEYS: 'unused',
    SENDGRID_API_KEY: 'unused',
    SENDGRID_WEBHOOK_PUBLIC_KEY: 'unused',
  };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [script, ...args], { env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
