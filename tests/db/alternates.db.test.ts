/** A contact's second address: what the first one refuses goes there. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { type DeliveryDeps, deliver } from '#services/deliveries/deliver.ts';
import { alternateAddressJob } from '#services/emergency/alternate-address-job.ts';
import { protocolBacklog } from '#services/emergency/backlog.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import { changeContact, listContacts, removeContact } from '#services/emergency/contacts.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
let mails: EmailMessage[] = [];
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years?.close());
beforeEach(() => {
  mails = [];
});

const FIRST = 'ana@example.com';
const SECOND_ADDRESS = 'ana@work.example';
const fork = () => years.stage.orm.em.fork();
const deps: DeliveryDeps = {
  fork,
  get keyring() {
    return years.stage.keyring;
  },
  // why: mails reach people.
  email: {
    async send(message) {
      mails.push(message);
      return { kind: 'accepted', messageId: null };
    },
  },
  whatsapp: null,
  sms: null,
  policy: { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE },
  appOrigin: 'https://stillhere.example',
  observe: () => {},
};

/** A silent owner, whose contact Ana has a second address. */
async function silent(until: 'last-call' | 'reminding') {
  const { id } = await years.silent(until);
  const ana = (await listContacts(years.context(), id)).find(({ email }) => email === FIRST);
  await changeContact(years.context(), id, ana?.id ?? '', { alternate_email: SECOND_ADDRESS });
  return { id, ana: ana?.id ?? '' };
}

const report = (names: { attemptId?: string | null; mailId?: string }, failure: 'bounced' | 'blocked' = 'bounced') =>
  recordProviderEvents({ em: fork() }, 'sendgrid', [
    {
      ...{ eventId: crypto.randomUUID(), attemptId: null, mailId: null, messageId: null, name: 'bounce' },
      ...{ event: { kind: 'failed' as const, failure }, occurredAt: new Date(), ...names },
    },
  ]);

const mailsTo = (ownerId: string) =>
  years.query<{ id: string; email: string; state: string }>(
    "select id, email, state from emergency_mails where owner_id = ? and kind = 'contact-told' and email like 'ana@%' order by created_at",
    [ownerId],
  );

async function releasedTo(ownerId: string) {
  const [row] = await years.query<{ id: string; email: string; status: string; revision: number; wait: number }>(
    `select id, recipient_email as email, status, revision,
       extract(epoch from next_attempt_at - clock_timestamp())::float8 as wait
     from deliveries where owner_id = ? and origin = 'release' and recipient_name = 'Ana'`,
    [ownerId],
  );
  if (!row) throw new Error('Nothing was released to Ana.');
  return row;
}

async function send(ownerId: string): Promise<void> {
  const { id, revision } = await releasedTo(ownerId);
  await deliver(deps, { kind: 'one', id, revision });
}

const tryAlternates = () => runDueJobs(fork, 'alternate-address', alternateAddressJob(deps));

it('gets the notification that the first address refused, and nobody is alarmed once it arrived', async () => {
  const { id } = await silent('last-call');
  const [first] = await mailsTo(id);
  await report({ mailId: first?.id ?? '' });
  await report({ mailId: first?.id ?? '' });
  expect((await mailsTo(id)).map(({ email, state }) => [email, state])).toEqual([
    [FIRST, 'bounced'],
    [SECOND_ADDRESS, 'waiting'],
  ]);
  expect((await protocolBacklog(fork(), DAY)).notNotified).toBe(1);
  await years.settle(id);
  expect((await protocolBacklog(fork(), DAY)).notNotified).toBe(0);
  const [, second] = await mailsTo(id);
  const secret = linkSecret(years.stage.keyring, 'contact', second?.id ?? '', 0);
  expect(await readContactNews(years.context(), secret)).toMatchObject({ kind: 'waiting', isContact: true });
});

it('gets the release that the first address refused for good, with a new link; the contact’s page has it', async () => {
  const { id } = await silent('last-call');
  await years.pass(DAY);
  await years.advance(id);
  await send(id);
  const refused = mails.at(-1);
  await report({ attemptId: refused?.reference.attempt_id ?? null });
  expect((await releasedTo(id)).wait).toBeGreaterThan(6 * 86_400);
  await tryAlternates();
  expect(await releasedTo(id)).toMatchObject({ email: SECOND_ADDRESS, status: 'pending', revision: 2 });
  await send(id);
  expect(mails.at(-1)?.to.email).toBe(SECOND_ADDRESS);
  const [first] = await mailsTo(id);
  const secret = linkSecret(years.stage.keyring, 'contact', first?.id ?? '', 0);
  const news = await readContactNews(years.context(), secret);
  expect(news).toMatchObject({ kind: 'released', sent: 'sent', links: [expect.stringContaining('/m/')] });
  expect(refused?.text).not.toContain(news.kind === 'released' ? news.links[0] : '');
  // It refuses, too: the release waits, and goes back to nobody.
  await report({ attemptId: mails.at(-1)?.reference.attempt_id ?? null });
  await tryAlternates();
  expect(await releasedTo(id)).toMatchObject({ email: SECOND_ADDRESS, revision: 2 });
});

it('is left alone where the refusal may pass, and after the contact was removed', async () => {
  const { id, ana } = await silent('last-call');
  await years.pass(DAY);
  await years.advance(id);
  await send(id);
  await report({ attemptId: mails.at(-1)?.reference.attempt_id ?? null }, 'blocked');
  await tryAlternates();
  expect(await releasedTo(id)).toMatchObject({ email: FIRST, revision: 1 });
  await years.query("update deliveries set next_attempt_at = now() where owner_id = ? and origin = 'release'", [id]);
  await send(id);
  await report({ attemptId: mails.at(-1)?.reference.attempt_id ?? null });
  await removeContact(years.context(), id, ana);
  await tryAlternates();
  expect(await releasedTo(id)).toMatchObject({ email: FIRST, revision: 1 });
});
