/** Where screenshots are taken: the built web process over a database of its own, in which weeks go by when they are asked to. */

import { ACCOUNT_IDS } from '#dev/seed/ids.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { claimDeliveries, recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { advanceProtocol } from '#services/emergency/advance.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { testObjects } from '#tests/harness/objects.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWeb } from '#tests/recipient/web.ts';

/** Pages show what they offer where these are set up. Nobody answers there, and nobody is asked. */
const VENDORS = {
  GOOGLE_ISSUER: 'http://127.0.0.1:1',
  GOOGLE_CLIENT_ID: 'shots',
  GOOGLE_CLIENT_SECRET: 'shots',
  STRIPE_BASE_URL: 'http://127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_test_shots',
  STRIPE_WEBHOOK_SECRET: 'whsec_shots',
  TWILIO_BASE_URL: 'http://127.0.0.1:1',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'shots',
  TWILIO_WHATSAPP_FROM: '+12025550100',
  TWILIO_CONTENT_SID: `HX${'0'.repeat(32)}`,
};
const POLICY = { claimLease: 20 * SECOND, unknownWait: 3 * MINUTE, minute: MINUTE };

/** The days that go by one after the other, from a check-in on, until a stage has begun. */
const UNTIL: Record<Exclude<Stage, 'armed'>, readonly number[]> = {
  reminding: [27],
  missed: [29, 1],
  'last-call': [29, 1, 2],
  released: [29, 1, 2, 1],
};

/** What a moment of somebody's life is told in, in the database. */
const MOMENTS = {
  users: ['email_confirmed_at'],
  emergency_protocols: ['last_check_in', 'missed_at', 'released_at', 'paused_until', 'next_step_at'],
  emergency_mails: ['created_at', 'settled_at', 'deferred_at', 'delivered_at', 'bounced_at'],
  jobs: ['run_at', 'created_at'],
};

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts it, with the demo accounts and a thumbnail of whatever has one. */
export async function startWorld(services: TestServices) {
  const web = await startWeb({ ...services, env: { ...services.env, ...VENDORS } });
  const { ownerId, keyring, fork, query } = web;
  const objects = testObjects(services);
  while (await makeDueThumbnail({ fork, keyring, objects, draw: drawApart() }));
  objects.close();

  const stage = async () =>
    (await query<{ stage: Stage }>('select stage from emergency_protocols where owner_id = ?', [ownerId]))[0]?.stage;

  async function pass(days: number): Promise<void> {
    for (const [table, columns] of Object.entries(MOMENTS))
      await query(`update ${table} set ${columns.map((name) => `${name} = ${name} - interval '${days} days'`)}`);
  }

  async function back(): Promise<void> {
    const context = { em: fork(), keyring, now: new Date() };
    if ((await stage()) === 'released') await returnToLife(context, ownerId);
    else await checkIn(context, ownerId);
  }

  /** Every mail of the protocol that waits is taken by the provider. */
  async function settle(): Promise<void> {
    const waiting = await query<{ id: string }>("select id from emergency_mails where state = 'waiting'");
    const settled = waiting.map(({ id }) => ({ mailId: id, state: 'accepted' as const }));
    await fork().transactional((tx) => settleMails(tx, DAY, settled));
  }

  /** What was released goes out. */
  async function send(): Promise<void> {
    const due = await query<{ id: string; revision: number }>(
      "select id, revision from deliveries where origin = 'release' and status = 'pending' and deleted_at is null",
    );
    for (const { id, revision } of due) {
      const { claimed } = await claimDeliveries(fork(), { kind: 'one', id, revision }, POLICY);
      const answers = claimed.map(({ attemptId }) => ({
        deliveryId: id,
        attemptId,
        answer: { kind: 'accepted', messageId: null } as const,
      }));
      await recordAnswers(fork(), answers, POLICY);
    }
  }

  const setAside = await query<{ id: string }>('select id from contents where owner_id = ? and is_emergency', [
    ownerId,
  ]);

  return {
    ...web,
    /** Takes away one thing that their protocol needs, and brings back the others. Null brings back all. */
    async lack(what: 'contact' | 'content' | 'address' | null): Promise<void> {
      const away = ACCOUNT_IDS.free;
      await query('update trusted_contacts set owner_id = ? where owner_id in (?, ?)', [
        ...[what === 'contact' ? away : ownerId, ownerId, away],
      ]);
      for (const { id } of setAside)
        await query('update contents set is_emergency = ? where id = ?', [what !== 'content', id]);
      await query('update users set email_confirmed_at = case when ? then now() end where id = ?', [
        ...[what !== 'address', ownerId],
      ]);
      await back();
    },
    /** Their owner is heard from. */
    back,
    /** Their owner was heard from so many days ago, and nothing has come of it yet. */
    async quiet(days: number): Promise<void> {
      await back();
      await pass(days);
    },
    /** Lets their owner be silent until a stage begins. */
    async silence(until: keyof typeof UNTIL): Promise<void> {
      await back();
      for (const days of UNTIL[until]) {
        await pass(days);
        await advanceProtocol({ fork, day: DAY }, ownerId);
        await settle();
      }
      await send();
      const reached = await stage();
      if (reached !== until) throw new Error(`The protocol was to be ${until}, and is ${reached}.`);
    },
    /** The page of the owner's link in the newest warning. */
    async checkInPath(): Promise<string> {
      const [row] = await query<{ episode: number }>('select episode from emergency_protocols where owner_id = ?', [
        ownerId,
      ]);
      return `/check-in/${web.secret('check-in', ownerId, row?.episode ?? 0)}`;
    },
    /** The page of the contact who was told last. */
    async contactPath(): Promise<string> {
      const [told] = await query<{ id: string }>(
        "select id from emergency_mails where kind = 'contact-told' order by created_at desc, id desc limit 1",
      );
      if (!told) throw new Error('Nobody was told.');
      return `/contact/${web.secret('contact', told.id, 0)}`;
    },
    /** The page of whoever a release was for. */
    async releasePath(): Promise<string> {
      const [released] = await query<{ id: string }>(
        "select id from deliveries where origin = 'release' and link_revoked_at is null order by created_at desc, id limit 1",
      );
      if (!released) throw new Error('Nothing was released.');
      return `/m/${web.secret('delivery', released.id, 1)}`;
    },
    /** The page of the link in the newest mail of its kind about an account. */
    async accountPath(purpose: 'confirm-email' | 'reset-password'): Promise<string> {
      const [secret] = await query<{ id: string }>(
        'select id from secrets where purpose = ? order by created_at desc limit 1',
        [purpose],
      );
      if (!secret) throw new Error(`Nobody was sent a link of ${purpose}.`);
      const folder = purpose === 'confirm-email' ? 'confirm' : 'reset';
      return `/auth/${folder}/${web.secret(purpose, secret.id, 0)}`;
    },
  };
}
