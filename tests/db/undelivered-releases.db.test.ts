/** What a release sent and what does not arrive: it is tried again, operators see it and can send it elsewhere. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressAs } from '#db/roles.ts';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { holdDeliveries, unholdDeliveries } from '#services/deliveries/hold.ts';
import { findStory } from '#services/deliveries/story.ts';
import { protocolBacklog } from '#services/emergency/backlog.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { resendRelease } from '#services/emergency/resend-release.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { findInvitation, openInvitation, refuseInvitation } from '#services/recipients/recipient.ts';
import { decideStopping } from '#services/recipients/stop.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';
import { testServices } from '#tests/harness/services.ts';
import { alarmsOf } from '#worker/protocol-alarms.ts';

const ACCEPTED: ProviderAnswer = { kind: 'accepted', messageId: null };
const AWAY: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };

let years: Years;
let mails: EmailMessage[];
let answer: ProviderAnswer;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years?.close());
beforeEach(async () => {
  [mails, answer] = [[], ACCEPTED];
  await years.query("update emergency_protocols set stage = 'armed', released_at = null, missed_at = null");
  await years.query('delete from stopped_addresses');
  await years.query('update correspondents set stopped_at = null');
});

const fork = () => years.stage.orm.em.fork();
const deps: DeliveryDeps = {
  fork,
  get keyring() {
    return years.stage.keyring;
  },
  // why: mails reach people, and the test chooses what the provider answers.
  email: {
    async send(message) {
      mails.push(message);
      return answer;
    },
  },
  whatsapp: null,
  sms: null,
  policy: { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE },
  appOrigin: 'https://stillhere.example',
  observe: () => {},
};

interface Row {
  id: string;
  email: string;
  status: string;
  failure: string | null;
  revision: number;
  epoch: number;
  /** Milliseconds until the next try; null for none. */
  wait: number | null;
}

/** What the release sends to Ana. */
async function rowOf(ownerId: string): Promise<Row> {
  const [row] = await years.query<Row>(
    `select id, recipient_email as email, status, failure_code as failure, revision, link_epoch as epoch,
       (extract(epoch from next_attempt_at - clock_timestamp()) * 1000)::float8 as wait
     from deliveries where owner_id = ? and origin = 'release' and recipient_name = 'Ana'`,
    [ownerId],
  );
  if (!row) throw new Error('Nothing was released.');
  return row;
}

/** Sends it, whenever its next try is. */
async function send(ownerId: string): Promise<void> {
  const { id, revision } = await rowOf(ownerId);
  await years.query('update deliveries set next_attempt_at = now() where id = ? and next_attempt_at is not null', [id]);
  await deliver(deps, { kind: 'one', id, revision });
}

/** The provider reports that the newest message came back. */
async function comesBack(failure: FailureCode): Promise<void> {
  const attemptId = mails.at(-1)?.reference.attempt_id ?? null;
  const event = { kind: 'failed', failure } as const;
  const report = { eventId: crypto.randomUUID(), attemptId, mailId: null, messageId: null, name: 'bounce', event };
  await recordProviderEvents({ em: fork() }, 'sendgrid', [{ ...report, occurredAt: new Date() }]);
}

async function released() {
  const helena = await years.silent('released');
  await send(helena.id);
  return helena;
}

const days = async (ownerId: string) => Math.round(((await rowOf(ownerId)).wait ?? 0) / DAY);

/** The secret of the page that Ana's notification leads to. */
async function newsOf(ownerId: string) {
  const [mail] = await years.query<{ id: string }>(
    "select id from emergency_mails where owner_id = ? and kind = 'contact-told' and email = 'ana@example.com'",
    [ownerId],
  );
  const news = await readContactNews(years.context(), linkSecret(years.stage.keyring, 'contact', mail?.id ?? '', 0));
  if (news.kind !== 'released') throw new Error('Nothing was released.');
  return news;
}
const secretIn = ([link]: readonly string[]) => link?.slice('/m/'.length) ?? '';

async function backlog() {
  await years.query("update delivery_attempts set started_at = started_at - interval '16 minutes'");
  return protocolBacklog(fork(), DAY);
}

describe('a release that comes back', () => {
  it('is sent again by the same link for as long as its mailbox refuses it for now', async () => {
    const helena = await released();
    for (let times = 1; times <= 12; times += 1) {
      await comesBack('blocked');
      const { status, revision, wait } = await rowOf(helena.id);
      expect([status, revision, (wait ?? 0) <= DAY]).toEqual(['pending', 1, true]);
      await send(helena.id);
    }
    expect(new Set(mails.map(({ text }) => /\/m\/[\w-]+/.exec(text)?.[0])).size).toBe(1);
    expect(await rowOf(helena.id)).toMatchObject({ status: 'sent', wait: null });
  });

  it('is sent again after 7 days and after 30 more when its mailbox refuses it for good; then it alarms operators', async () => {
    const helena = await released();
    for (const wait of [7, 30]) {
      await comesBack('bounced');
      expect([await days(helena.id), (await rowOf(helena.id)).status]).toEqual([wait, 'pending']);
      await send(helena.id);
    }
    await comesBack('bounced');
    expect(await rowOf(helena.id)).toMatchObject({ status: 'failed', failure: 'bounced', wait: null });
    expect(mails.map(({ triesBounced }) => triesBounced)).toEqual([true, true, true]);
    expect(await backlog()).toMatchObject({ undelivered: 1 });
    const { entries } = await findStory(years.context(), helena.id, (await rowOf(helena.id)).id);
    expect(entries.map(({ kind }) => kind)).toEqual([
      ...['released', 'sent', 'came-back', 'sent', 'came-back', 'sent', 'failed'],
    ]);
  });

  it('alarms operators from the first time on, and no longer once it was opened or its owner is back', async () => {
    const helena = await released();
    expect(await backlog()).toMatchObject({ undelivered: 0 });
    await comesBack('bounced');
    expect(alarmsOf(await backlog()).map(({ message }) => message)).toEqual([
      'ALARM: what a release sends does not arrive',
    ]);
    await returnToLife(years.context(), helena.id);
    expect(await backlog()).toMatchObject({ undelivered: 0 });
    expect(await rowOf(helena.id)).toMatchObject({ status: 'failed', failure: 'revoked', wait: null });

    const joana = await released();
    await comesBack('blocked');
    expect(await backlog()).toMatchObject({ undelivered: 1 });
    await openInvitation(years.context(), secretIn((await newsOf(joana.id)).links));
    expect(await backlog()).toMatchObject({ undelivered: 0 });
  });

  it('is not sent again once its owner is back, also when its mail comes back only then', async () => {
    const helena = await released();
    await returnToLife(years.context(), helena.id);
    const sent = mails.length;
    await comesBack('blocked');
    expect(await rowOf(helena.id)).toMatchObject({ status: 'failed', failure: 'revoked', wait: null });
    await send(helena.id);
    expect(mails).toHaveLength(sent);
  });

  it('alarms operators when no provider takes it for a quarter of an hour', async () => {
    const helena = await years.silent('released');
    answer = AWAY;
    await send(helena.id);
    expect(await protocolBacklog(fork(), DAY)).toMatchObject({ undelivered: 0 });
    expect(await backlog()).toMatchObject({ undelivered: 1 });
  });
});

describe('a release whose outcome nobody knows', () => {
  it('alarms operators after its second copy, until the provider says that it arrived', async () => {
    const helena = await years.silent('released');
    answer = { kind: 'unknown', reason: 'it broke off' };
    for (let times = 0; times < 3; times += 1) await send(helena.id);
    expect([mails.length, (await rowOf(helena.id)).status]).toEqual([2, 'sent']);
    expect(await backlog()).toMatchObject({ undelivered: 1 });
    const attemptId = mails.at(-1)?.reference.attempt_id ?? null;
    const report = { eventId: crypto.randomUUID(), attemptId, mailId: null, messageId: null, name: 'delivered' };
    await recordProviderEvents({ em: fork() }, 'sendgrid', [
      { ...report, event: { kind: 'delivered' }, occurredAt: new Date() },
    ]);
    expect(await backlog()).toMatchObject({ undelivered: 0 });
  });
});

describe('the page of a contact who was notified', () => {
  it('opens what was released to them, also when the email came back; then it is not sent again', async () => {
    const helena = await years.silent('released');
    expect(await newsOf(helena.id)).toMatchObject({ sent: 'pending', links: [] });
    await send(helena.id);
    await comesBack('bounced');
    const { id } = await rowOf(helena.id);
    await holdDeliveries(fork(), [id]);
    expect(await newsOf(helena.id)).toMatchObject({ sent: 'pending', links: [] });
    await unholdDeliveries(fork(), [id]);
    const { sent, links } = await newsOf(helena.id);
    expect(sent).toBe('pending');
    const { items } = await openInvitation(years.context(), secretIn(links));
    expect(items).toHaveLength(1);
    expect(await rowOf(helena.id)).toMatchObject({ status: 'sent', wait: null });
    await comesBack('blocked');
    expect((await rowOf(helena.id)).status).toBe('sent');
  });

  it('opens nothing that they refused, or that went to another address since', async () => {
    const helena = await released();
    await refuseInvitation(years.context(), secretIn((await newsOf(helena.id)).links));
    expect(await newsOf(helena.id)).toMatchObject({ sent: 'failed', links: [] });

    const joana = await released();
    const { links } = await newsOf(joana.id);
    await resendRelease(parts(), (await rowOf(joana.id)).id, 'ana@elsewhere.example');
    expect(await newsOf(joana.id)).toMatchObject({ sent: null, links: [] });
    await expect(findInvitation(years.context(), secretIn(links))).rejects.toMatchObject({ code: 'gone' });
  });
});

const parts = () => ({ em: fork(), keyring: years.stage.keyring });

describe('sending a release again', () => {
  it('starts its tries anew, to the same address by the same link, and the timeline says that an operator did it', async () => {
    const helena = await released();
    for (let times = 0; times < 3; times += 1) {
      await comesBack('bounced');
      await send(helena.id);
    }
    const { id, status } = await rowOf(helena.id);
    expect(status).toBe('failed');
    expect(await resendRelease(parts(), id, null)).toBeNull();
    expect(await rowOf(helena.id)).toMatchObject({ status: 'pending', failure: null, revision: 2, epoch: 1 });
    await send(helena.id);
    await comesBack('bounced');
    expect(await days(helena.id)).toBe(7);
    const { entries } = await findStory(years.context(), helena.id, id);
    expect(entries.find(({ kind }) => kind === 'resent')).toMatchObject({ by: 'operator', new_link: false });
  });

  it('sends what was released to another address, with a link of its own', async () => {
    const helena = await released();
    await comesBack('bounced');
    const { id } = await rowOf(helena.id);
    expect(await resendRelease(parts(), id, 'ana@elsewhere.example')).toBeNull();
    await send(helena.id);
    expect(mails.at(-1)?.to).toEqual({ email: 'ana@elsewhere.example', name: 'Ana' });
    const [first, second] = mails.map(({ text }) => /\/m\/([\w-]+)/.exec(text)?.[1] ?? '');
    await expect(findInvitation(years.context(), first ?? '')).rejects.toMatchObject({ code: 'gone' });
    expect((await openInvitation(years.context(), second ?? '')).items).toHaveLength(1);
    const { entries } = await findStory(years.context(), helena.id, id);
    expect(entries.find(({ kind }) => kind === 'resent')).toMatchObject({ by: 'operator', new_link: true });
    const [row] = await years.query<{ said: boolean }>(
      "select bool_or(detail::text like '%elsewhere%') as said from timeline where delivery_id = ?",
      [id],
    );
    expect(row?.said).toBe(false);
  });

  it('is refused for a delivery of an owner, and once the owner is back', async () => {
    const helena = await released();
    const { id } = await rowOf(helena.id);
    await returnToLife(years.context(), helena.id);
    expect(await resendRelease(parts(), id, null)).toBe('owner-is-back');
    await years.query('update deliveries set link_revoked_at = null where id = ?', [id]);
    expect(await resendRelease(parts(), id, null)).toBe('owner-is-back');
    await years.query("update deliveries set origin = 'owner', release_episode = null where id = ?", [id]);
    expect(await resendRelease(parts(), id, null)).toBe('not-a-release');
    expect(await resendRelease(parts(), crypto.randomUUID(), null)).toBe('unknown');
    expect(await resendRelease(parts(), 'nonsense', null)).toBe('unknown');
  });

  it('is refused while it is being sent, where another contact gets it, and after its recipient said no', async () => {
    const helena = await years.silent('released');
    const { id } = await rowOf(helena.id);
    expect(await resendRelease(parts(), id, null)).toBe('under-way');
    await holdDeliveries(parts().em, [id]);
    expect(await resendRelease(parts(), id, null)).toBe('held');
    await unholdDeliveries(parts().em, [id]);
    await send(helena.id);
    expect(await resendRelease(parts(), id, 'rui@example.com')).toBe('address-taken');
    await comesBack('reported');
    expect(await resendRelease(parts(), id, null)).toBe('recipient-said-no');
    const joana = await released();
    await refuseInvitation(years.context(), secretIn((await newsOf(joana.id)).links));
    expect(await resendRelease(parts(), (await rowOf(joana.id)).id, 'ana@elsewhere.example')).toBe('recipient-said-no');
  });

  it.each(['person', 'stillhere'] as const)(
    'is refused to whom wants nothing more from the %s, also to another address of theirs, until they take it back',
    async (from) => {
      const helena = await released();
      const { id } = await rowOf(helena.id);
      const stop = /\/stop\/([\w-]+)/.exec(mails.at(-1)?.unsubscribe ?? '')?.[1] ?? '';
      await decideStopping(years.context(), stop, from, true);
      expect(await resendRelease(parts(), id, null)).toBe('stopped');
      expect(await resendRelease(parts(), id, 'ana@elsewhere.example')).toBe('stopped');
      await decideStopping(years.context(), stop, from, false);
      expect(await resendRelease(parts(), id, null)).toBeNull();
      // They change their mind again before the worker sends it.
      await decideStopping(years.context(), stop, from, true);
      const before = mails.length;
      await send(helena.id);
      expect([mails.length, (await rowOf(helena.id)).failure]).toEqual([before, 'stopped']);
    },
  );
});

describe('the command', () => {
  it('sends a release again as an operator asks, and says why it does not', async () => {
    const helena = await released();
    const { id } = await rowOf(helena.id);
    expect(await command(id, '--to', ' Ana@Elsewhere.Example ')).toMatchObject({
      code: 0,
      stdout: `${id} goes out again now, to the address that you gave and with a new link.\n`,
    });
    expect(await rowOf(helena.id)).toMatchObject({ status: 'pending', email: 'ana@elsewhere.example', epoch: 2 });
    expect([await command(id), await command(), await command(id, '--to', 'nobody')]).toMatchObject([
      { code: 1, stderr: expect.stringMatching(/not known yet.* Nothing was changed\.\n$/) },
      { code: 1, stderr: expect.stringContaining('Which one?') },
      { code: 1, stderr: expect.stringContaining('Which one?') },
    ]);
  });
});

/** Runs it as an operator does. */
async function command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = resolve(import.meta.dirname, '../../worker/commands/resend.ts');
  const env = {
    ...process.env,
    ...testServices().env,
    NODE_ENV: 'test',
    DATABASE_URL: addressAs('worker', years.stage.url),
    MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
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
