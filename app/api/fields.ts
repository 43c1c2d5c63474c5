/**
 * What the fields and parameters of calls mean. A name means the same in every call; a test finds a name without words.
 * The tables of values are typed by the domain's own lists: a new member fails the type check until it is explained here.
 */
import { NAME_MAX, PASSWORD_MIN } from '#domain/accounts/accounts.schema.ts';
import type { TokenScope } from '#domain/accounts/tokens.ts';
import { CAPTION_MAX, LETTER_MAX_BYTES, MEGABYTE, TITLE_MAX } from '#domain/content/content.ts';
import { REPORT_WORDS_MAX } from '#domain/report/report.ts';
import { reportReasons } from '#messages/en/report-reasons.ts';
import { sayAll } from '#messages/say.ts';
import { CONTACT_FIELDS } from './contact-fields.ts';
import { DELIVERY_FIELDS } from './delivery-fields.ts';
import { EMERGENCY_FIELDS } from './emergency-fields.ts';
import type { Field, Values } from './field.ts';
import { PAGE_MAX } from './pages.ts';
import { PLAN_FIELDS } from './plan-fields.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';

export const TOKEN_SCOPE_VALUES: Values<TokenScope> = {
  'check-in': 'it may only check in',
  read: 'it may only read',
  write: 'it may read, change and check in',
};
const ACCOUNT_FIELDS: Readonly<Record<string, Field>> = {
  email: { text: 'An email address; we store it in lower case.', input: { format: 'email' } },
  password: { text: `At least ${PASSWORD_MIN} characters.` },
  current_password: { text: 'The present password.' },
  new_password: { text: `The new password, of at least ${PASSWORD_MIN} characters.` },
  name: { text: `A name, up to ${NAME_MAX} characters.` },
  time_zone: { text: 'A time zone by its IANA name, such as Europe/Lisbon.' },
  session_id: { text: 'The code after #session_id= in the address that a sign-in led to.' },
  session_token: { text: 'The token of this session. Send it as Authorization: Bearer <token>.' },
  user: { text: 'The signed-in user.' },
  email_confirmed: { text: 'Whether the email address is confirmed.' },
  picture: { text: 'The address of the profile picture; null without one.' },
  delivery_opened: { text: 'Whether you want an email the first time a delivery is opened.' },
  delivery_delayed: { text: 'Whether you want an email when a delivery could not be sent for an hour.' },
  address_check: {
    text: 'Whether you want an email that asks if the address is still right, a month before a date that you chose long ago, and once a year for your trusted contacts.',
  },
  rehearsal: { text: 'Whether you want an email once a year that asks you to rehearse your emergency protocol.' },
  secret: { text: 'The last part of the link in the mail; or the secret that signs the messages of a webhook.' },
  device: { text: 'The browser or program that signed in, in words.' },
  last_seen_at: { text: 'When the session was used last.' },
  scope: { text: 'What a token may do.', values: TOKEN_SCOPE_VALUES },
  last_used_at: { text: 'When the token was used last, to the minute; null if it never was.' },
  last_sign_in_at: { text: 'When the browser signed in last.' },
  is_current: { text: 'Whether it is the session, or the browser, of this call.' },
  id: { text: 'A UUID.' },
  created_at: { text: 'When it was created: ISO 8601, with Z.' },
  seq: { text: 'The number of the entry, from 1 on, without a gap.' },
  data: { text: 'Ids, instants, codes and counts: what the entry is about.' },
  prev: { text: 'The hash of the entry before; 64 zeros in the first.' },
  hash: { text: 'SHA-256 over the canonical JSON (RFC 8785) of the other five members.' },
  limit: { text: `How many at most, 1 to ${PAGE_MAX}.` },
  cursor: { text: 'Where the page begins; taken from the Link of the page before.' },
};

const CONTENT_FIELDS: Readonly<Record<string, Field>> = {
  type: { text: 'The kind of content.' },
  title: { text: `Up to ${TITLE_MAX} characters.` },
  content: { text: `The text of a letter, up to ${LETTER_MAX_BYTES / MEGABYTE} MB; empty for files.` },
  excerpt: { text: 'The first words of a letter; empty for files.' },
  caption: {
    text: `The note with a file, up to ${CAPTION_MAX} characters: its recipients read it above the file. Empty for letters.`,
  },
  version: { text: 'Raised with each change of title, content, caption or shares_location. The first is 1.' },
  shares_location: {
    text: 'Whether recipients get the location that a camera wrote into a file. Visitors of the gallery never get it.',
  },
  file_id: { text: 'Its file is at /content/file/{file_id}; null for a letter.', input: { format: 'uuid' } },
  is_public: { text: 'Whether everyone can see it in the gallery. Needs the Premium plan.' },
  is_emergency: { text: 'Whether your trusted contacts get it after a release.' },
  is_sealed: { text: 'Whether it is a parcel: its file is content.age, which we cannot open.' },
  sealed: { text: 'Whether the file is content.age of a parcel. Then meta and key are needed.' },
  meta: { text: 'meta.age of a parcel; in answers in base64.' },
  key: { text: 'key.age of a parcel; in answers in base64.' },
  share: {
    text: 'Our share of the identity of a parcel: 33 bytes. Its recipients get it with a delivery or release, and nobody before.',
  },
  label: { text: 'The title of a sealed content: what is shown before opening.' },
  metadata: { text: 'About the file. We find it out ourselves and ignore what is sent.' },
  original_filename: { text: 'The name of the uploaded file; null for a letter.' },
  content_type: { text: 'The media type.' },
  size: { text: 'In bytes.' },
  preview: { text: 'What lists show for a file; null until it is made, and for files that have none.' },
  kind: {
    text: 'Of a preview: a picture at /content/file/{file_id}/thumbnail, or the loudness of a recording. In the record: what happened.',
  },
  width: { text: 'In pixels.' },
  height: { text: 'In pixels.' },
  peaks: { text: 'Loudness from beginning to end, each 0 to 255.' },
  download: { text: 'Serves the file as a download. Any value, or none.' },
  read: { text: 'Serves a PDF of your own for the viewer of a browser. Any value, or none.' },
  reason: { text: 'Why it should not be public.', values: sayAll(reportReasons) },
  words: { text: `What the operators should know, up to ${REPORT_WORDS_MAX} characters.` },
};

/** They have the names that browsers give them. */
const PASSKEY_FIELDS: Readonly<Record<string, Field>> = {
  rawId: { text: 'The id of the passkey again, as browsers send it.' },
  response: { text: 'What the passkey answered. Binary is base64url.' },
  clientDataJSON: { text: 'What the browser says of the question: its challenge and its origin.' },
  authenticatorData: { text: 'What the authenticator says: for which site, and that it verified the person.' },
  signature: { text: 'The signature over both.' },
  userHandle: { text: 'Whose passkey it is, as the passkey itself says.' },
  challenge: { text: 'What the passkey signs. It is valid for five minutes, in this session, for one answer.' },
  rpId: { text: 'The site that the passkey is for.' },
  timeout: { text: 'How long the challenge is valid, in milliseconds.' },
  userVerification: { text: 'Always required: a fingerprint, a face or a PIN.' },
  allowCredentials: { text: 'The passkeys of the account.' },
  transports: { text: 'How the authenticator is reached, such as internal or usb.' },
};

export const FIELDS: Readonly<Record<string, Field>> = {
  ...ACCOUNT_FIELDS,
  ...CONTENT_FIELDS,
  ...DELIVERY_FIELDS,
  ...PLAN_FIELDS,
  ...EMERGENCY_FIELDS,
  ...CONTACT_FIELDS,
  ...WEBHOOK_FIELDS,
  ...PASSKEY_FIELDS,
};
