/** One row for every call of the API: a valid call by a person who may make it. */

import { EXAMPLES } from '#app/api/examples.ts';
import type { SecretPurpose } from '#db/entities/accounts.ts';
import { codeOf } from '#services/crypto/code.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { plantPasskey } from '#tests/harness/authenticator.ts';
import { PNG, sendForm } from '#tests/http/files.ts';
import { press } from '#tests/http/vendors.ts';
import type { Web } from '#tests/http/web.ts';
import { type Client, fileForm, filesForm, newLetter } from './client.ts';

/** The parts of a call. */
export interface Good {
  /** By the names in braces in its path. */
  params?: Record<string, string>;
  json?: Record<string, unknown>;
  form?: Record<string, string>;
  /** The parts of its form with files, where they are not one picture. */
  files?: Record<string, Buffer>;
  query?: Record<string, string>;
  /** Only for a call that takes a cookie. */
  headers?: Record<string, string>;
}

/** Prepares a call. @param owner who owns what it is about */
export type Row = (owner: Client, web: Web) => Good | Promise<Good>;

const PASSWORD = 'stillhere';
const nothing: Row = () => ({});
const example =
  (id: string): Row =>
  () => ({ ...(EXAMPLES[id]?.body ? { json: { ...EXAMPLES[id].body } } : {}), query: EXAMPLES[id]?.query ?? {} });
const letterOf: Row = async (owner) => ({ params: { id: await newLetter(owner) } });
const editedLetter: Row = async (owner) => {
  const id = await newLetter(owner);
  await owner.call(`PUT /content/${id}`, { json: { content: 'Another text' } });
  return { params: { id, version: '1' } };
};
const delivery = async (owner: Client) => {
  const json = { ...EXAMPLES.scheduleDelivery?.body, content_id: await newLetter(owner) };
  const { body } = await owner.call<{ id: string }>('POST /delivery/schedule', { json });
  return body.id;
};
/** @returns the id of a group of two deliveries */
export const group = async (owner: Client) => {
  const recipients = ['ana', 'rui'].map((name) => ({ email: `${name}@example.com` }));
  const { recipient_email: _, ...alone } = EXAMPLES.scheduleDelivery?.body ?? {};
  const json = { ...alone, content_id: await newLetter(owner), recipients };
  const { body } = await owner.call<{ group_id: string }>('POST /delivery/schedule', { json });
  return body.group_id;
};
/** A delivery that was sent, or failed: no worker runs here that would send it. */
export const finishedDelivery = async (owner: Client, web: Web, status: 'sent' | 'failed') => {
  const id = await delivery(owner);
  await web.query(
    `update deliveries set status = ?, sent_at = now(), finished_at = now(), next_attempt_at = null,
       failure_code = case when ? = 'failed' then 'bounced' end where id = ?`,
    [status, status, id],
  );
  return id;
};
const sentDelivery: Row = async (owner, web) => ({ params: { id: await finishedDelivery(owner, web, 'sent') } });
const file = async (owner: Client) => {
  const form = fileForm({ type: 'image', title: 'The sea' }, PNG, 'sea.png');
  const { body } = await owner.call<{ file_id: string }>('POST /content/upload-file', { form });
  return body.file_id;
};
const contact = async (owner: Client) => {
  const json = { name: 'Rui', email: unused() };
  return (await owner.call<{ id: string }>('POST /user/trusted-contacts', { json })).body.id;
};
/** The secret in the newest mail of its kind. */
export async function secretOf(web: Web, { id }: Pick<Client, 'id'>, purpose: Exclude<SecretPurpose, 'exchange'>) {
  const query = 'select id from secrets where user_id = ? and purpose = ? order by created_at desc, id desc limit 1';
  const [row] = await web.query<{ id: string }>(query, [id, purpose]);
  return linkSecret(web.keyring, purpose, row?.id ?? '', 0);
}
/** @returns the newest code that was sent to one of an owner's channels */
export async function warningCode(
  web: Web,
  { id }: Pick<Client, 'id'>,
  sentBy: 'second_email' | 'sms' = 'second_email',
): Promise<string> {
  const [row] = await web.query<{ id: string }>(
    "select id from warning_messages where owner_id = ? and kind = 'code' and channel = ? order by created_at desc limit 1",
    [id, sentBy],
  );
  return codeOf(web.keyring, row?.id ?? '');
}
/** Pays for a plan by a checkout, unless the person pays for one already. */
export async function payForPlan({ call }: Client, planType = 'premium_monthly'): Promise<void> {
  const { body } = await call<{ interval: string | null; is_ending: boolean }>('GET /subscription');
  if (body.is_ending) await call('POST /subscription/resume');
  if (body.interval !== null) return;
  const begun = await call<{ approval_url: string }>(`POST /subscription/create?plan_type=${planType}`);
  await call(`POST /subscription/execute?token=${await press(begun.body.approval_url, 'pay')}`);
}
const paid: Row = async (owner) => {
  await payForPlan(owner);
  return {};
};
/** @returns the instant of a quote for another plan than theirs */
async function quotedAt(owner: Client): Promise<string> {
  await payForPlan(owner);
  const { body } = await owner.call<{ quoted_at: string }>('GET /subscription/change?plan_type=plus_yearly');
  return body.quoted_at;
}
/** @returns the id of a new webhook */
async function webhookOf(owner: Client): Promise<string> {
  const json = { url: `https://hooks.example.com/${crypto.randomUUID()}`, events: ['released'] };
  return (await owner.call<{ id: string }>('POST /user/webhooks', { json })).body.id;
}
/** Makes a protocol run: a confirmed address, a contact, an emergency content, and the switch. */
export async function runProtocol({ id, call }: Client, web: Web): Promise<void> {
  await web.query('update users set email_confirmed_at = now() where id = ?', [id]);
  await call('POST /user/trusted-contacts', { json: { name: 'Rui', email: unused() } });
  const letter = { title: 'Where everything is', type: 'text', content: 'The spare key.' };
  const { body } = await call('POST /content/upload', { json: letter });
  await call(`PUT /content/${body.id}`, { json: { is_emergency: true } });
  await call('PUT /emergency/settings?is_active=true');
}
/** Puts a protocol into the state after a release: no worker runs here that would release it. */
export async function releaseProtocol(owner: Client, web: Web): Promise<void> {
  await runProtocol(owner, web);
  await web.query(
    `update emergency_protocols set stage = 'released', missed_at = now(), released_at = now() where owner_id = ?`,
    [owner.id],
  );
}
/** A pending delivery whose recipient's address we have asked about. */
export async function askedDelivery(owner: Client, web: Web): Promise<string> {
  const id = await delivery(owner);
  await web.query('update deliveries set address_asked_at = now() where id = ?', [id]);
  return id;
}
/** The parts of a parcel: they have the headers of age files, and nothing in them. */
export const AGE_PARTS = Object.fromEntries(
  ['file', 'meta', 'key'].map((name) => [
    name,
    Buffer.from(`age-encryption.org/v1\n-> scrypt salt 15\nbody\n--- ${'A'.repeat(43)}\n${'0'.repeat(32)}`),
  ]),
);
/** Saves a sealed item. */
export async function sealedItem(owner: Client): Promise<{ id: string }> {
  const form = filesForm({ sealed: 'true' }, AGE_PARTS);
  return (await owner.call<{ id: string }>('POST /content/upload-file', { form })).body;
}
const unused = () => `${crypto.randomUUID()}@example.com`;

/** Signs a person in as a browser does. */
export async function byPage(web: Web, { email }: Pick<Client, 'email'>, password = PASSWORD) {
  const visitor = web.visitor();
  const { headers } = await visitor.post('/auth', { email, password });
  const [, code = ''] = /#session_id=([\w-]+)$/.exec(headers.get('location') ?? '') ?? [];
  return { visitor, code, cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') };
}

/** By the ids of the operations. A call without a row fails the table. */
export const ROWS: Readonly<Record<string, Row>> = {
  register: () => ({ json: { email: unused(), password: PASSWORD, name: 'Ana', time_zone: 'Europe/Lisbon' } }),
  login: ({ email }) => ({ json: { email, password: PASSWORD } }),
  async exchangeSession(owner, web) {
    const { code, cookie } = await byPage(web, owner);
    return { query: { session_id: code }, headers: { cookie } };
  },
  me: nothing,
  logout: nothing,
  listSessions: nothing,
  endOtherSessions: nothing,
  async endSession(owner) {
    const { body } = await owner.call<{ id: string }[]>('GET /auth/sessions');
    return { params: { id: body[0]?.id ?? '' } };
  },
  listKnownDevices: nothing,
  async forgetDevice(owner, web) {
    await byPage(web, owner);
    const { body } = await owner.call<{ id: string }[]>('GET /auth/known-devices');
    return { params: { id: body[0]?.id ?? '' } };
  },
  stepUp: () => ({ json: { password: PASSWORD } }),
  async askToProve(owner, web) {
    await plantPasskey(web, owner.id);
    return {};
  },
  changePassword: () => ({ json: { current_password: PASSWORD, new_password: PASSWORD } }),
  getProfile: nothing,
  changeProfile: () => ({ json: { name: 'Helena D.', picture: null, time_zone: 'Atlantic/Azores' } }),
  listTokens: nothing,
  createToken: () => ({ json: { name: unused(), scope: 'check-in', expires_at: '2093-01-01T00:00:00Z' } }),
  async deleteToken(owner) {
    const { body } = await owner.call<{ id: string }>('POST /user/tokens', { json: { name: unused(), scope: 'read' } });
    return { params: { id: body.id } };
  },
  listWebhooks: nothing,
  createWebhook: () => ({ json: { url: `https://hooks.example.com/${crypto.randomUUID()}`, events: ['delivered'] } }),
  deleteWebhook: async (owner) => ({ params: { id: await webhookOf(owner) } }),
  testWebhook: async (owner) => ({ params: { id: await webhookOf(owner) } }),
  getNotifications: nothing,
  changeNotifications: () => ({
    json: { delivery_opened: false, delivery_delayed: true, address_check: false, rehearsal: true },
  }),
  getWarningChannels: nothing,
  changeWarningChannels: () => ({ json: { second_email: unused(), whatsapp: false, sms: false } }),
  async confirmWarningChannel(owner, web) {
    await owner.call('PUT /user/warning-channels', { json: { second_email: unused() } });
    return { json: { channel: 'second_email', code: await warningCode(web, owner) } };
  },
  testWarningChannels: nothing,
  async listContents(owner) {
    await newLetter(owner);
    return { query: { limit: '1', type: 'text' } };
  },
  uploadContent: () => ({ json: { ...EXAMPLES.uploadContent?.body, metadata: {} } }),
  uploadFile: () => ({ form: { type: 'image', title: 'The sea', is_public: 'false' } }),
  findContent: letterOf,
  findSealed: async (owner) => ({ params: { id: (await sealedItem(owner)).id } }),
  sealContent: async (owner, web) => ({
    ...(await letterOf(owner, web)),
    form: { sealed: 'true', title: 'For Ana' },
    files: AGE_PARTS,
  }),
  changeContent: async (owner, web) => ({
    ...(await letterOf(owner, web)),
    json: { title: 'Another title', content: 'Another text', is_emergency: true, is_public: false },
  }),
  deleteContent: letterOf,
  listVersions: editedLetter,
  readVersion: editedLetter,
  restoreVersion: editedLetter,
  deleteVersions: letterOf,
  listPublicContents: example('listPublicContents'),
  async reportContent(owner, web) {
    const id = await newLetter(owner);
    await web.query('update contents set is_public = true where id = ?', [id]);
    return { params: { id }, json: { reason: 'other', words: 'This is my letter.' } };
  },
  readFile: async (owner) => ({ params: { file_id: await file(owner) } }),
  async readThumbnail(owner, web) {
    const id = await file(owner);
    // The worker makes it; here the call only has to find out whose it would be.
    await web.query('delete from thumbnails where file_id = ?', [id]);
    return { params: { file_id: id } };
  },
  async listDeliveries(owner) {
    await delivery(owner);
    return { query: { limit: '1' } };
  },
  scheduleDelivery: async (owner) => ({
    json: {
      ...EXAMPLES.scheduleDelivery?.body,
      content_id: await newLetter(owner),
      content_ids: [await newLetter(owner)],
      recipient_phone: '+351 912 345 678',
      alternate_email: 'ana@work.example',
      repeat: { every: 'year', until_year: 2060 },
      question: 'Where did we meet?',
      answer: 'On the boat',
      tells_more: true,
      recipients: [
        { email: 'rui@example.com', name: 'Rui', phone: '+351 912 345 679', alternate_email: 'rui@work.example' },
      ],
    },
  }),
  findDelivery: async (owner) => ({ params: { id: await delivery(owner) } }),
  changeDelivery: async (owner) => ({
    params: { id: await delivery(owner) },
    json: {
      scheduled_time: '2046-05-04T11:00:00+02:00',
      recipient_email: 'rui@example.com',
      recipient_name: 'Rui',
      recipient_phone: null,
      alternate_email: 'rui@work.example',
      delivery_type: 'email',
      repeat: { every: 'year', until_year: 2060 },
      question: 'Where did we meet?',
      answer: 'On the boat',
      tells_more: true,
    },
  }),
  deleteDelivery: async (owner) => ({ params: { id: await delivery(owner) } }),
  changeGroup: async (owner) => ({
    params: { id: await group(owner) },
    json: {
      ...EXAMPLES.changeGroup?.body,
      content_ids: [await newLetter(owner)],
      repeat: { every: 'year', until_year: 2060 },
      question: 'Where did we meet?',
      answer: 'On the boat',
      tells_more: true,
    },
  }),
  deleteGroup: async (owner) => ({ params: { id: await group(owner) } }),
  previewDelivery: async (owner) => ({ params: { id: await delivery(owner) } }),
  testDelivery: async (owner) => ({ params: { id: await delivery(owner) } }),
  confirmRecipient: async (owner, web) => ({ params: { id: await askedDelivery(owner, web) } }),
  deliveryStory: sentDelivery,
  retryDelivery: async (owner, web) => ({
    params: { id: await finishedDelivery(owner, web, 'failed') },
    json: {
      recipient_email: 'rui@example.com',
      recipient_phone: '912 345 678',
      phone_country: 'PT',
      delivery_type: 'whatsapp',
    },
  }),
  resendDelivery: sentDelivery,
  revokeLink: sentDelivery,
  extendLink: sentDelivery,
  changePicture: () => ({ form: {} }),
  unlinkGoogle: nothing,
  async readPicture(owner, web) {
    const form = new FormData();
    form.append('picture', new Blob([PNG]), 'me.png');
    await sendForm((await byPage(web, owner)).visitor, '/profile/picture', form);
    const { body } = await owner.call<{ picture: string }>('GET /user/profile');
    return { params: { id: `${body.picture}`.split('/').at(-1) ?? '' } };
  },
  askToConfirm: nothing,
  confirmAddress: async (owner, web) => ({
    json: { secret: await secretOf(web, owner, 'confirm-email'), password: PASSWORD },
  }),
  askForReset: ({ email }) => ({ json: { email } }),
  async resetPassword(owner, web) {
    await owner.call('POST /auth/forgot', { json: { email: owner.email } });
    return { json: { secret: await secretOf(web, owner, 'reset-password'), password: PASSWORD } };
  },
  askToChangeEmail: () => ({ json: { email: unused(), password: PASSWORD } }),
  listTrustedContacts: nothing,
  addTrustedContact: () => ({ json: { name: 'Rui', email: unused() } }),
  changeTrustedContact: async (owner) => ({
    params: { id: await contact(owner) },
    json: { name: 'Rui D.', email: unused(), phone: '+351 912 345 678', alternate_email: unused(), role: 'witness' },
  }),
  getContactVisibility: nothing,
  changeContactVisibility: () => ({ json: { contacts_see_each_other: true } }),
  askTrustedContact: async (owner) => ({ params: { id: await contact(owner) } }),
  testTrustedContact: async (owner) => ({ params: { id: await contact(owner) } }),
  checkAddress: () => ({ json: { email: 'rui@gmial.com' } }),
  removeTrustedContact: async (owner) => ({ params: { id: await contact(owner) } }),
  emergencyStatus: nothing,
  checkIn: nothing,
  checkInByPassword: () => ({ json: { password: 'stillhere' } }),
  changeEmergencySettings: () => ({ query: { inactive_days: '60', safety_days: '7', is_active: 'false' } }),
  readReleasePlan: nothing,
  async changeReleasePlan(owner) {
    const [content_id, contact_id] = [await newLetter(owner), await contact(owner)];
    await owner.call(`PUT /content/${content_id}`, { json: { is_emergency: true } });
    return { json: { items: [{ content_id, contact_id, after_days: 14 }] } };
  },
  async pauseProtocol(owner, web) {
    await runProtocol(owner, web);
    return { json: { days: 14 } };
  },
  endPause: nothing,
  async startRehearsal(_owner, web) {
    await web.query('update rehearsals set ends_at = created_at');
    return { json: { minutes: 1 } };
  },
  async readRehearsal(owner, web) {
    await web.query('update rehearsals set ends_at = created_at');
    const { body } = await owner.call<{ id: string }>('POST /emergency/rehearsal', { json: {} });
    return { params: { id: body.id } };
  },
  async returnToLife(owner, web) {
    await releaseProtocol(owner, web);
    return {};
  },
  readSubscription: nothing,
  createSubscription: example('createSubscription'),
  async executeSubscription(owner) {
    // A checkout for the plan that they have is refused, so the plans alternate.
    const { status, body } = await owner.call('POST /subscription/create?plan_type=plus_monthly');
    const other = status === 409 ? await owner.call('POST /subscription/create?plan_type=premium_monthly') : null;
    return { query: { token: `${await press(`${(other?.body ?? body).approval_url}`, 'pay')}` } };
  },
  async quotePlanChange(owner) {
    await payForPlan(owner);
    return { query: { plan_type: 'plus_yearly' } };
  },
  changePlan: async (owner) => ({ json: { plan_type: 'plus_yearly', quoted_at: await quotedAt(owner) } }),
  cancelPlan: paid,
  resumePlan: paid,
  quoteRefund: paid,
  refundPlan: paid,
  openBillingPortal: paid,
  async readRecord(owner) {
    await newLetter(owner);
    return { query: { limit: '1', kind: 'content' } };
  },
  exportRecord: nothing,
  deleteAccount: () => ({ json: { password: PASSWORD } }),
};
