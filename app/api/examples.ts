/** An example of every call. Tests compare them with the schemas. */
import {
  channel,
  channels,
  contact,
  delivery,
  device,
  FILE_ID,
  ID,
  knownDevice,
  letter,
  NOON,
  notifications,
  PARCEL_START,
  PASSWORD,
  picture,
  plan,
  publicLetter,
  sealed,
  sentDelivery,
  session,
  status,
  subscription,
  token,
  user,
  version,
  webhook,
  webhookMessage,
} from './example-values.ts';

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
  changeGroup: {
    body: { scheduled_time: '2045-05-04T11:00:00+02:00', link_years: 20, language: 'pt' },
    answer: [
      {
        ...delivery,
        group_id: ID,
        group_size: 2,
        scheduled_time: '2045-05-04T09:00:00.000Z',
        link_years: 20,
        language: 'pt',
      },
    ],
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
