/** The invented person of the examples, what they own, and what calls answer about it. */

export const ID = '019a8f5e-6f0c-7b58-9d53-0c1f7c6f2a11';
export const FILE_ID = '019a8f60-21c4-7d0a-8f3e-5a9b6d7c8e22';
export const PASSWORD = 'three plain words';
export const NOON = '2026-11-21T12:00:00.000Z';

export const user = {
  id: '019a8f5d-1b7e-7c7a-a0c4-6a1d5be0f3c9',
  email: 'helena@example.com',
  email_confirmed: true,
  name: 'Helena Duarte',
  picture: null,
  time_zone: 'Europe/Lisbon',
};
export const notifications = { delivery_opened: true, delivery_delayed: true, address_check: true, rehearsal: true };
export const token = {
  id: ID,
  name: 'Kitchen button',
  scope: 'check-in',
  created_at: NOON,
  expires_at: null,
  last_used_at: null,
};
export const webhook = {
  id: ID,
  url: 'https://hooks.example.com/stillhere',
  events: ['released', 'delivered'],
  created_at: NOON,
  last_delivered_at: null,
  off_at: null,
  off_because: null,
  log: [],
};
export const webhookMessage = {
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
export const session = { session_token: 'hWm0y1Yx8t5m3nq2v7Zk4r6s9u0w1x2y3z4A5B6C7D8', user };
export const knownDevice = { id: ID, device: 'Firefox on Linux', last_sign_in_at: NOON, is_current: false };
export const device = { id: ID, device: 'Firefox on Linux', created_at: NOON, last_seen_at: NOON, is_current: true };
export const letter = {
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
export const PARCEL_START = 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdA==';
export const version = { version: 1, at: NOON, title: letter.title, excerpt: letter.excerpt };
export const picture = {
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
export const sealed = {
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

export { publicLetter };
export const delivery = {
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
  alternate_email: null,
  refused_email: null,
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
export const sentDelivery = {
  ...delivery,
  status: 'sent',
  changeable: false,
  sent_at: NOON,
  link: { state: 'open', expires_at: '2028-11-21T12:00:00.000Z' },
};
export const subscription = {
  plan: 'premium',
  interval: 'year',
  status: 'active',
  period_ends_at: '2027-03-03T09:12:45.000Z',
  is_ending: false,
};
export const contact = {
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
export const status = {
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

export const plan = {
  items: [{ content_id: ID, contact_id: ID, after_days: 14 }],
  sentences: [{ contact_id: ID, text: 'Rui receives 1 thing on 26 December.' }],
};
export const channel = {
  address: 'helena.d@example.org',
  confirmed_at: null,
  last_delivered_at: null,
  failed_at: null,
};
const phone = { ...channel, address: '+351912345678', confirmed_at: NOON };
export const channels = { second_email: channel, phone, whatsapp: null, sms: phone };
