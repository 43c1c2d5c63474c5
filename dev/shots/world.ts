/** The world of the screenshots: the built web process with its own database, in which time passes on request. */
import { ACCOUNT_IDS } from '#dev/seed/ids.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { claimDeliveries, recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { advanceProtocol } from '#services/emergency/advance.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { settleMails } from '#services/emergency/settle-mails.ts';
import { STOP_EPOCH } from '#services/limits/correspondents.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { Client } from '#tests/api/client.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { testObjects } from '#tests/harness/objects.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { openedDelivery, schedule } from '#tests/sealed/delivered.ts';
import { makeParcel } from '#tests/sealed/make.ts';
import { upload } from '#tests/sealed/upload.ts';

/** Pages offer only what is set up. No page of the screenshots sends a request to these addresses. */
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
  TWILIO_WARNING_CONTENT_SID: `HX${'1'.repeat(32)}`,
  TWILIO_SMS_FROM: '+12025550101',
};
const POLICY = { claimLease: 20 * SECOND, unknownWait: 3 * MINUTE, minute: MINUTE };

/** The steps, in days, from a check-in to the beginning of a stage. */
const UNTIL: Record<Exclude<Stage, 'armed'>, readonly number[]> = {
  reminding: [27],
  missed: [29, 1],
  'last-call': [29, 1, 2],
  released: [29, 1, 2, 1],
};

/** The columns that move into the past when time passes. */
const INSTANTS = {
  users: ['email_confirmed_at'],
  emergency_protocols: ['last_check_in', 'missed_at', 'released_at', 'paused_until', 'next_step_at'],
  emergency_mails: ['created_at', 'settled_at', 'deferred_at', 'delivered_at', 'bounced_at'],
  jobs: ['run_at', 'created_at'],
};

const CORRESPONDENT = '01890a5d-ac96-774b-bcce-b302099a8057';

type Web = Awaited<ReturnType<typeof startWeb>>;
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts the web process, with the demo accounts and their thumbnails. */
export async function startWorld(services: TestServices) {
  const web = await startWeb({ ...services, env: { ...services.env, ...VENDORS } });
  const { fork, keyring } = web;
  const objects = testObjects(services);
  while (await makeDueThumbnail({ fork, keyring, objects, draw: drawApart() }));
  objects.close();
  return { ...web, ...(await protocolControl(web)), ...links(web), ...sealedItem(web) };
}

/** A day that is a millisecond shorter: contacts are mailed by day, and shortened days have no nights. */
const WITHOUT_NIGHTS = DAY - 1;

/** Moves the emergency protocol of the premium account through its stages. */
async function protocolControl(web: Web) {
  const { ownerId, fork, query } = web;
  const emergencyContents = await query<{ id: string }>('select id from contents where owner_id = ? and is_emergency', [
    ownerId,
  ]);
  return {
    /** Removes one requirement of the protocol and restores the others; null restores all. */
    async lack(what: 'contact' | 'content' | 'address' | null): Promise<void> {
      const otherOwner = ACCOUNT_IDS.free;
      await query('update trusted_contacts set owner_id = ? where owner_id in (?, ?)', [
        ...[what === 'contact' ? otherOwner : ownerId, ownerId, otherOwner],
      ]);
      for (const { id } of emergencyContents)
        await query('update contents set is_emergency = ? where id = ?', [what !== 'content', id]);
      await query('update users set email_confirmed_at = case when ? then now() end where id = ?', [
        ...[what !== 'address', ownerId],
      ]);
      await checkInNow(web);
    },
    /** The owner checks in, after a release too. */
    back: () => checkInNow(web),
    /** The owner's last check-in was so many days ago. No step of the protocol has run since. */
    async quiet(days: number): Promise<void> {
      await checkInNow(web);
      await passTime(web, days);
    },
    /** The owner lets contacts confirm that they cannot answer. */
    async letConfirm(): Promise<void> {
      await query('update emergency_protocols set confirmations_needed = 1 where owner_id = ?', [ownerId]);
    },
    /** The owner is silent until a stage begins. */
    async silence(until: keyof typeof UNTIL): Promise<void> {
      await checkInNow(web);
      for (const days of UNTIL[until]) {
        await passTime(web, days);
        await advanceProtocol({ fork, day: WITHOUT_NIGHTS }, ownerId);
        await acceptMails(web);
      }
      await sendReleases(web);
      const reached = await stageOf(web);
      if (reached !== until) throw new Error(`The protocol should be ${until}, but is ${reached}.`);
    },
  };
}

/** The addresses of links in mails. */
function links(web: Web) {
  const { ownerId, query } = web;
  return {
    /** @returns the link of the newest warning to the owner */
    async checkInPath(): Promise<string> {
      const [row] = await query<{ episode: number }>('select episode from emergency_protocols where owner_id = ?', [
        ownerId,
      ]);
      return `/check-in/${web.secret('check-in', ownerId, row?.episode ?? 0)}`;
    },
    /** @returns the link of the newest mail to a trusted contact */
    async contactPath(): Promise<string> {
      const [mail] = await query<{ id: string }>(
        "select id from emergency_mails where kind = 'contact-told' order by created_at desc, id desc limit 1",
      );
      if (!mail) throw new Error('No contact has a mail.');
      return `/contact/${web.secret('contact', mail.id, 0)}`;
    },
    /** @returns the link of the mail that asks a contact whether they accept */
    async askedPath(contactId: string): Promise<string> {
      await query('update trusted_contacts set asked_at = now() where id = ?', [contactId]);
      return `/contact/${web.secret('contact-ask', contactId, 1)}/answer`;
    },
    /** @returns the link of the newest release */
    async releasePath(): Promise<string> {
      const [release] = await query<{ id: string }>(
        "select id from deliveries where origin = 'release' and link_revoked_at is null order by created_at desc, id limit 1",
      );
      if (!release) throw new Error('There is no release.');
      return `/m/${web.secret('delivery', release.id, 1)}`;
    },
    /** @returns the link below a message of the premium account, by which its reader stops the next ones */
    async stopPath(): Promise<string> {
      await query('delete from correspondents where id = ?', [CORRESPONDENT]);
      await query("insert into correspondents (id, owner_id, address_hash) values (?, ?, '\\x00')", [
        ...[CORRESPONDENT, ownerId],
      ]);
      return `/stop/${web.secret('stop', CORRESPONDENT, STOP_EPOCH)}`;
    },
    /** @returns the report of a rehearsal, which goes on */
    async rehearsalPath(): Promise<string> {
      const [begun] = await query<{ id: string }>('select id from rehearsals where owner_id = ?', [ownerId]);
      if (begun) return `/emergency/rehearsal/${begun.id}`;
      const { body } = await (await programOf(web)).call('POST /emergency/rehearsal', { json: {} });
      return `/emergency/rehearsal/${(body as { id: string }).id}`;
    },
    /** Gives the owner a second email that is confirmed, and a phone that is not. */
    async channels(): Promise<void> {
      await query('delete from warning_channels where owner_id = ?', [ownerId]);
      await query(
        `insert into warning_channels (owner_id, channel, address, is_used, confirmed_at, last_delivered_at) values
           (?, 'second_email', 'h.duarte@example.org', true, now(), now()),
           (?, 'sms', '+351912345678', true, null, null), (?, 'whatsapp', '+351912345678', false, null, null)`,
        [ownerId, ownerId, ownerId],
      );
    },
    /** @returns the link of the newest mail of this kind about an account */
    async accountPath(purpose: 'confirm-email' | 'reset-password'): Promise<string> {
      const [secret] = await query<{ id: string }>(
        'select id from secrets where purpose = ? order by created_at desc limit 1',
        [purpose],
      );
      if (!secret) throw new Error(`There is no link of ${purpose}.`);
      const folder = purpose === 'confirm-email' ? 'confirm' : 'reset';
      return `/auth/${folder}/${web.secret(purpose, secret.id, 0)}`;
    },
    /** Where "This was not me" leads; nobody signs in to this account in the screenshots. */
    async notMePath(): Promise<string> {
      const [mail] = await query<{ id: string }>(
        `insert into account_mails (id, user_id, kind, email, created_at)
         select gen_random_uuid(), id, 'device-new', email, now() from users where email = 'plus@example.com'
         returning id`,
      );
      return `/auth/not-me/${web.secret('not-me', mail?.id ?? '', 0)}`;
    },
  };
}

/** A sealed item of the premium account. */
interface Sealed {
  id: string;
  words: readonly string[];
  /** The page that opens it, for its owner and for its recipient. */
  vault: string;
  recipient: string;
  /** The page of the delivery that was opened. */
  link: string;
  /** A delivery that waits. */
  waiting: string;
}

function sealedItem(web: Web) {
  let made: Promise<Sealed> | null = null;
  return {
    /** @returns a sealed item, the same each time; one delivery of it was sent and opened, another waits */
    sealed(): Promise<Sealed> {
      made ??= makeSealed(web);
      return made;
    },
  };
}

async function makeSealed(web: Web): Promise<Sealed> {
  const program = await programOf(web);
  const owner = { id: web.ownerId, ...program };
  const parcel = await makeParcel('Dear Ana,\n\nThe key is under the stone by the well.\n\nMamã');
  const { id, file_id } = await upload(program, parcel, { title: 'For your eighteenth birthday' });
  const { link } = await openedDelivery(web, owner, { id });
  const { id: waiting } = await schedule(web, owner, { id });
  const { words } = parcel;
  return { id, words, vault: `/content/${id}/open`, recipient: `${link}/open/${file_id}`, link, waiting };
}

/** The program of the premium account. The tests' own checks each answer against what describes it, which Node cannot load. */
async function programOf(web: Web): Promise<Pick<Client, 'call'>> {
  let token = '';
  const call = async (line: string, { json, form }: { json?: unknown; form?: FormData } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const headers: Record<string, string> = json ? { 'content-type': 'application/json' } : {};
    if (token) headers.authorization = `Bearer ${token}`;
    const body = json ? JSON.stringify(json) : (form ?? null);
    const response = await web.visitor().send(`/api${path}`, { method, headers, body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const login = await call('POST /auth/login', { json: { email: 'premium@example.com', password: 'stillhere' } });
  token = login.body.session_token;
  return { call };
}

async function stageOf({ ownerId, query }: Web): Promise<Stage | undefined> {
  const [row] = await query<{ stage: Stage }>('select stage from emergency_protocols where owner_id = ?', [ownerId]);
  return row?.stage;
}

async function passTime({ query }: Web, days: number): Promise<void> {
  for (const [table, columns] of Object.entries(INSTANTS))
    await query(`update ${table} set ${columns.map((name) => `${name} = ${name} - interval '${days} days'`)}`);
}

async function checkInNow(web: Web): Promise<void> {
  const context = { em: web.fork(), keyring: web.keyring, now: new Date() };
  if ((await stageOf(web)) === 'released') await returnToLife(context, web.ownerId);
  else await checkIn(context, web.ownerId);
}

/** The provider accepts every mail of the protocol that waits. */
async function acceptMails({ fork, query }: Web): Promise<void> {
  const waiting = await query<{ id: string }>("select id from emergency_mails where state = 'waiting'");
  const settled = waiting.map(({ id }) => ({ mailId: id, state: 'accepted' as const }));
  await fork().transactional((tx) => settleMails(tx, DAY, settled));
}

/** Sends what was released. */
async function sendReleases({ fork, query, keyring }: Web): Promise<void> {
  const due = await query<{ id: string; revision: number }>(
    "select id, revision from deliveries where origin = 'release' and status = 'pending' and deleted_at is null",
  );
  for (const { id, revision } of due) {
    const { claimed } = await claimDeliveries({ em: fork(), keyring }, { kind: 'one', id, revision }, POLICY);
    const answers = claimed.map(({ attemptId }) => ({
      deliveryId: id,
      attemptId,
      answer: { kind: 'accepted', messageId: null } as const,
    }));
    await recordAnswers(fork(), answers, POLICY);
  }
}
