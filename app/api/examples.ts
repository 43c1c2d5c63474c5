/** An example of every call. Tests compare them with the schemas. */

export interface Example {
  /** The JSON body; $LIKE_THIS is a variable of the shell. */
  body?: Readonly<Record<string, unknown>>;
  /** The fields of a form, beside its file. */
  form?: Readonly<Record<string, string>>;
  /** The parts with files, by name, where they are not one picture. */
  files?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** The answer. */
  answer?: unknown;
}

const ID = '019a8f5e-6f0c-7b58-9d53-0c1f7c6f2a11';
const FILE_ID = '019a8f60-21c4-7d0a-8f3e-5a9b6d7c8e22';
const PASSWORD = 'three plain words';
const NOON = '2026-11-21T12:00:00.000Z';

const user = {
  id: '019a8f5d-1b7e-7c7a-a0c4-6a1d5be0f3c9',
  email: 'helena@example.com',
  email_confirmed: true,
  name: 'Helena Duarte',
  picture: null,
  time_zone: 'Europe/Lisbon',
};
const notifications = { delivery_opened: true, delivery_delayed: true, address_check: true, rehearsal: true };
const token = {
  id: ID,
  name: 'Kitchen button',
  scope: 'check-in',
  created_at: NOON,
  expires_at: null,
  last_used_at: null,
};
const webhook = {
  id: ID,
  url: 'https://hooks.example.com/stillhere',
  events: ['released', 'delivered'],
  created_at: NOON,
  last_delivered_at: null,
  off_at: null,
  off_because: null,
  log: [],
};
const webhookMessage = {
  id: FILE_ID,
  event: 'delivered',
  created_at: NOON,
  tries: 1,
  last_tried_at: NOON,
  last_status: 204,
  last_failure: null,
  arrived_at: NOON,
  given_up_at: null,
  next_try_at: null,
};
const session = { session_token: 'hWm0y1Yx8t5m3nq2v7Zk4r6s9u0w1x2y3z4A5B6C7D8', user };
const knownDevice = { id: ID, device: 'Firefox on Linux', last_sign_in_at: NOON, is_current: false };
const device = { id: ID, device: 'Firefox on Linux', created_at: NOON, last_seen_at: NOON, is_current: true };
const letter = {
  id: ID,
  type: 'text',
  title: 'How we chose your name',
  excerpt: 'Dear Ana, your grandmother wanted another one.',
  file_id: null,
  is_public: false,
  is_emergency: false,
  is_sealed: false,
  metadata: { original_filename: null, content_type: 'text/plain', size: 46 },
  preview: null,
  created_at: NOON,
  content: 'Dear Ana, your grandmother wanted another one.',
  caption: '',
  version: 1,
  shares_location: false,
};
/** The beginning of an age file, in base64. */
const PARCEL_START = 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdA==';
const version = { version: 1, at: NOON, title: letter.title, excerpt: letter.excerpt };
const picture = {
  ...letter,
  id: FILE_ID,
  type: 'image',
  title: 'The sea at Nazaré',
  excerpt: '',
  file_id: FILE_ID,
  metadata: { original_filename: 'sea.jpg', content_type: 'image/jpeg', size: 482_133 },
  preview: { kind: 'picture', width: 480, height: 320 },
  content: '',
  caption: 'You were four, and would not come out of the water.',
};
const sealed = {
  ...letter,
  type: 'file',
  title: 'For Ana',
  excerpt: '',
  file_id: FILE_ID,
  is_sealed: true,
  version: 2,
  metadata: { original_filename: 'content.age', content_type: 'application/octet-stream', size: 2_071 },
  content: '',
};
const {
  is_public: _isPublic,
  is_emergency: _isEmergency,
  is_sealed: _isSealed,
  caption: _caption,
  version: _version,
  shares_location: _sharesLocation,
  ...publicLetter
} = letter;
const delivery = {
  id: '019a8f61-9d2b-7e41-b7a5-3c4d5e6f7a33',
  origin: 'owner',
  group_id: null,
  group_size: 1,
  content_id: ID,
  content_ids: [ID],
  content_title: 'How we chose your name',
  delivery_type: 'email',
  recipient_email: 'ana@example.com',
  recipient_name: 'Ana',
  recipient_phone: null,
  recipient_phone_grouped: null,
  scheduled_time: '2044-05-04T09:00:00.000Z',
  local_time: null,
  time_zone: 'UTC',
  status: 'pending',
  changeable: true,
  delayed: false,
  held_at: null,
  tried: false,
  asks_address: false,
  sent_at: null,
  delivered_at: null,
  opened_at: null,
  downloaded_at: null,
  fell_back_at: null,
  unconfirmed: false,
  link_years: 2,
  question: null,
  tells_more: false,
  repeat: null,
  next_id: null,
  language: 'en',
  link: { state: 'none', expires_at: null },
  failure: null,
  created_at: NOON,
};
const sentDelivery = {
  ...delivery,
  status: 'sent',
  changeable: false,
  sent_at: NOON,
  link: { state: 'open', expires_at: '2028-11-21T12:00:00.000Z' },
};
const subscription = {
  plan: 'premium',
  interval: 'year',
  status: 'active',
  period_ends_at: '2027-03-03T09:12:45.000Z',
  is_ending: false,
};
const contact = {
  id: ID,
  name: 'Rui Duarte',
  email: 'rui@example.com',
  phone: null,
  alternate_email: null,
  role: 'recipient',
  asked_at: null,
  answer: 'none',
  proposed_email: null,
  language: 'pt',
  tested_at: null,
  reached_at: null,
  bounced_at: null,
  test_given_up_at: null,
  has_stopped: false,
  next_test_at: null,
  created_at: NOON,
};
const status = {
  is_active: false,
  running: false,
  blocked_by: ['no-contact'],
  inactive_days_threshold: 60,
  last_check_in: NOON,
  safety_days: 7,
  days_since_last_check_in: 0,
  indicator: 'inactive',
  stage: null,
  contacts_told_at: null,
  release_at: null,
  paused_until: null,
  confirmations_needed: 0,
  unanswered_after_days: 30,
  contacts_may_raise: false,
  answer_within_days: 7,
  held_until: null,
  confirmations: { needed: 0, given: 0 },
  raised_by_at: null,
};

const plan = {
  items: [{ content_id: ID, contact_id: ID, after_days: 14 }],
  sentences: [{ contact_id: ID, text: 'Rui receives 1 thing on 26 December.' }],
};
const channel = { address: 'helena.d@example.org', confirmed_at: null, last_delivered_at: null, failed_at: null };
const phone = { ...channel, address: '+351912345678', confirmed_at: NOON };
const channels = { second_email: channel, phone, whatsapp: null, sms: phone };

/** By the id of the operation. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  register: {
    body: { email: '$EMAIL', password: PASSWORD, name: 'Helena Duarte', time_zone: 'Europe/Lisbon' },
    answer: session,
  },
  login: { body: { email: '$EMAIL', password: PASSWORD }, answer: session },
  exchangeSession: { query: { session_id: '$CODE' }, headers: { Cookie: '$COOKIE' }, answer: session },
  me: { answer: user },
  stepUp: { body: { password: PASSWORD } },
  askToProve: {
    answer: {
      challenge: 'AZoEcQKUc3KzYQ8X3a0bXQpV7m2Jk9sT4uWxYz1A2b3C4d5E',
      rpId: 'stillhere.example',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [
        { type: 'public-key', id: '4Vx1Qb0mJk9sT4uWxYz1A2b3C4d5E6f7', transports: ['internal', 'hybrid'] },
      ],
    },
  },
  listSessions: { answer: [device] },
  listKnownDevices: { answer: [knownDevice] },
  changePassword: { body: { current_password: PASSWORD, new_password: 'four plain words now' } },
  getProfile: { answer: user },
  changeProfile: { body: { name: 'Helena D.', time_zone: 'Atlantic/Azores' }, answer: { ...user, name: 'Helena D.' } },
  listTokens: { answer: [token] },
  createToken: {
    body: { name: token.name, scope: token.scope, expires_at: null },
    answer: { ...token, token: 'sh_q2v7Zk4r6s9u0w1x2y3z4A5B6C7D8hWm0y1Yx8t5m3n' },
  },
  listWebhooks: { answer: [{ ...webhook, last_delivered_at: NOON, log: [webhookMessage] }] },
  createWebhook: {
    body: { url: webhook.url, events: webhook.events },
    answer: { ...webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
  },
  testWebhook: { answer: { id: FILE_ID } },
  getNotifications: { answer: notifications },
  changeNotifications: { body: { delivery_opened: false }, answer: { ...notifications, delivery_opened: false } },
  listContents: { query: { limit: '20', type: 'text' }, answer: [letter] },
  uploadContent: {
    body: { title: letter.title, type: 'text', content: letter.content, is_public: false },
    answer: letter,
  },
  uploadFile: { form: { type: 'image', title: picture.title, caption: picture.caption }, answer: picture },
  findContent: { answer: letter },
  findSealed: { answer: { label: 'A sealed item', size: 48_211, meta: PARCEL_START, key: PARCEL_START } },
  sealContent: {
    form: { sealed: 'true', title: sealed.title },
    files: { file: 'content.age', meta: 'meta.age', key: 'key.age' },
    answer: sealed,
  },
  changeContent: { body: { is_emergency: true }, answer: { ...letter, is_emergency: true } },
  listVersions: { answer: [version] },
  readVersion: { answer: { ...version, content: letter.content } },
  restoreVersion: { answer: { ...letter, version: 3 } },
  reportContent: { body: { reason: 'privacy', words: 'My daughter is in it.' } },
  listPublicContents: { query: { limit: '20' }, answer: [publicLetter] },
  listDeliveries: { query: { limit: '20' }, answer: [delivery] },
  scheduleDelivery: {
    body: {
      content_id: '$CONTENT_ID',
      recipient_email: delivery.recipient_email,
      recipient_name: delivery.recipient_name,
      scheduled_time: delivery.scheduled_time,
      delivery_type: 'email',
      link_years: 20,
      language: 'pt',
    },
    answer: { ...delivery, link_years: 20, language: 'pt' },
  },
  findDelivery: { answer: delivery },
  changeDelivery: {
    body: { scheduled_time: '2045-05-04T11:00:00+02:00' },
    answer: { ...delivery, scheduled_time: '2045-05-04T09:00:00.000Z' },
  },
  previewDelivery: {
    answer: {
      subject: 'From Helena Duarte, a letter for you: “How we chose your name”',
      text: 'Ana, Helena Duarte wrote to you. ...',
      html: '<!doctype html>...',
      page: '<!doctype html>...',
    },
  },
  testDelivery: { answer: delivery },
  confirmRecipient: { answer: delivery },
  deliveryStory: {
    answer: [
      { at: NOON, event: 'written', by: 'owner', channel: null, code: null, text: 'You wrote it.' },
      { at: NOON, event: 'scheduled', by: 'owner', channel: null, code: null, text: 'You scheduled it.' },
    ],
  },
  retryDelivery: { body: { recipient_email: 'ana.duarte@example.com' }, answer: delivery },
  resendDelivery: { answer: { ...sentDelivery, status: 'pending' } },
  revokeLink: { answer: { ...sentDelivery, link: { ...sentDelivery.link, state: 'revoked' } } },
  extendLink: { answer: sentDelivery },
  confirmAddress: { body: { secret: '$SECRET', password: PASSWORD } },
  askForReset: { body: { email: '$EMAIL' } },
  resetPassword: { body: { secret: '$SECRET', password: PASSWORD } },
  askToChangeEmail: { body: { email: 'helena.duarte@example.com', password: PASSWORD } },
  listTrustedContacts: { answer: [contact] },
  addTrustedContact: {
    body: { name: contact.name, email: contact.email, language: contact.language },
    answer: contact,
  },
  changeTrustedContact: {
    body: { email: 'rui.duarte@example.com' },
    answer: { ...contact, email: 'rui.duarte@example.com' },
  },
  getContactVisibility: { answer: { contacts_see_each_other: false } },
  changeContactVisibility: { body: { contacts_see_each_other: true }, answer: { contacts_see_each_other: true } },
  askTrustedContact: { answer: { ...contact, asked_at: NOON } },
  testTrustedContact: { answer: { ...contact, tested_at: NOON } },
  checkAddress: {
    body: { email: 'rui@gmial.com' },
    answer: { question: 'near-miss', suggestion: 'rui@gmail.com', text: 'Did you mean gmail.com?' },
  },
  emergencyStatus: { answer: status },
  checkIn: { answer: status },
  checkInByPassword: { body: { password: PASSWORD }, answer: status },
  changeEmergencySettings: { query: { inactive_days: '60', safety_days: '7' }, answer: status },
  readReleasePlan: { answer: plan },
  changeReleasePlan: {
    body: { items: [{ content_id: '$CONTENT_ID', contact_id: '$CONTACT_ID', after_days: 14 }] },
    answer: plan,
  },
  pauseProtocol: { body: { days: 14 }, answer: { ...status, paused_until: '2026-12-05T12:00:00.000Z' } },
  endPause: { answer: status },
  returnToLife: { answer: status },
  readSubscription: { answer: subscription },
  createSubscription: {
    query: { plan_type: 'premium_yearly' },
    answer: { approval_url: 'https://checkout.stripe.com/c/pay/cs_live_a1B2c3D4e5F6' },
  },
  executeSubscription: { query: { token: '$CHECKOUT' }, answer: { success: true } },
  quotePlanChange: {
    query: { plan_type: 'plus_yearly' },
    answer: {
      plan_type: 'plus_yearly',
      due_now: 0,
      charge: 5_000,
      credit: 10_000,
      price: 5_000,
      next_payment_at: '2027-03-03T09:12:45.000Z',
      quoted_at: NOON,
      good_until: '2026-11-21T12:15:00.000Z',
    },
  },
  changePlan: {
    body: { plan_type: 'plus_yearly', quoted_at: '$QUOTED_AT' },
    answer: { ...subscription, plan: 'plus' },
  },
  cancelPlan: { answer: { ...subscription, is_ending: true } },
  resumePlan: { answer: subscription },
  quoteRefund: { answer: { amount: 5_000, credited: 5_000, paid_at: NOON, taken_back: [] } },
  refundPlan: { answer: { amount: 5_000 } },
  openBillingPortal: { answer: { portal_url: 'https://billing.stripe.com/p/session/test_YWNjdF8x' } },
  changePicture: { form: {}, answer: { ...user, picture: `/api/user/picture/${FILE_ID}` } },
  readRecord: {
    query: { kind: 'content' },
    answer: [
      {
        seq: 2,
        at: NOON,
        kind: 'content-created',
        data: { content_id: ID, type: 'text' },
        prev: '5e2f0d8c7b1a49f6e3d2c1b0a9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6',
        hash: 'c41f8a02d9b37e5560f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d513de',
      },
    ],
  },
  startRehearsal: { body: { minutes: 15 }, answer: { id: ID } },
  readRehearsal: {
    answer: {
      id: ID,
      progress: 'running',
      began_at: NOON,
      ends_at: '2026-11-21T12:15:00.000Z',
      messages: [
        {
          planned_at: '2026-12-21T12:00:00.000Z',
          rehearsed_at: '2026-11-21T12:10:30.000Z',
          message: 'contact-told',
          to: { name: contact.name, email: contact.email },
          channels: ['email'],
          contents: [],
          would_arrive: true,
          outcome: 'waiting',
        },
      ],
      gaps: [
        {
          gap: 'channel-unconfirmed',
          id: null,
          name: 'helena.d@example.org isn’t confirmed',
          text: 'Urgent warnings don’t go there until you enter the code.',
        },
      ],
    },
  },
  getWarningChannels: { answer: channels },
  changeWarningChannels: {
    body: { second_email: 'helena.d@example.org' },
    answer: channels,
  },
  confirmWarningChannel: {
    body: { channel: 'second_email', code: '$SIX_DIGITS' },
    answer: { ...channels, second_email: { ...channel, confirmed_at: NOON } },
  },
  testWarningChannels: { answer: channels },
  deleteAccount: { body: { password: PASSWORD } },
};
