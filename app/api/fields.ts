/** What the fields and parameters of calls mean. A name means the same wherever it stands; a test finds one without words. */
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';

interface Field {
  /** One sentence. */
  text: string;
  /** What the check says to people and the schema cannot: of what is sent. */
  input?: Readonly<Record<string, unknown>>;
}

const DAYS = 'A whole number.';

export const FIELDS: Readonly<Record<string, Field>> = {
  // Accounts
  email: { text: 'An email address; kept in lower case.', input: { format: 'email' } },
  password: { text: 'At least 6 characters.' },
  current_password: { text: 'The password as it is now.' },
  new_password: { text: 'The password from now on, of at least 6 characters.' },
  name: { text: 'A name, up to 120 characters.' },
  time_zone: { text: 'A time zone by its IANA name, such as Europe/Lisbon.' },
  session_id: { text: 'The code behind the # of the address that a sign-in led to.' },
  session_token: { text: 'The token of this session. Send it as Authorization: Bearer <token>.' },
  user: { text: 'Who is signed in.' },
  email_confirmed: { text: 'Whether the address was proven to be theirs.' },
  picture: { text: 'The address of the profile picture; null shows initials.' },
  secret: { text: 'The last part of the link in the mail.' },
  device: { text: 'The browser or program that signed in, in words.' },
  last_seen_at: { text: 'When the session was used last.' },
  is_current: { text: 'Whether this call came with it.' },

  // Everything that is kept
  id: { text: 'A UUID.' },
  created_at: { text: 'When it was made: ISO 8601, with Z.' },
  limit: { text: 'How many at most, 1 to 500.' },
  cursor: { text: 'Where the page begins; taken from the Link of the page before.' },

  // Contents
  file: { text: 'The file itself.' },
  type: { text: 'What kind of content.' },
  title: { text: 'Up to 200 characters.' },
  content: { text: 'The text of a letter, up to 1 MB; empty for files. A whole call can carry 1 MB, too.' },
  excerpt: { text: 'The first words of a letter; empty for files.' },
  file_id: { text: 'Its file is at /content/file/{file_id}; null for a letter.', input: { format: 'uuid' } },
  is_public: { text: 'Whether everyone may see it in the gallery. Takes the Premium plan.' },
  is_emergency: { text: 'Whether trusted contacts get it when its owner stops checking in.' },
  metadata: { text: 'What is known of the file. When sent, it is not looked at: we find it out.' },
  original_filename: { text: 'The name of the file when it came; null for a letter.' },
  content_type: { text: 'The media type.' },
  size: { text: 'In bytes.' },
  preview: { text: 'What stands for a file in a list; null until it is made, and where none can be.' },
  kind: { text: 'A picture at /content/file/{file_id}/thumbnail, or the loudness of a recording.' },
  width: { text: 'In pixels.' },
  height: { text: 'In pixels.' },
  peaks: { text: 'Loudness from beginning to end, each 0 to 255.' },
  download: { text: 'Serves it as a download, also what a browser could show. Its value is not looked at.' },

  // Deliveries
  origin: { text: 'owner, or release where your emergency protocol sent it.' },
  content_id: {
    text: 'What is sent: one of your contents. Null in answers once it was deleted, and for a release.',
    input: { format: 'uuid' },
  },
  content_title: { text: 'The title of what is sent; of a release, what kinds of things it brings.' },
  delivery_type: { text: 'How it is sent. By whatsapp only to a phone, and only where that is set up.' },
  recipient_email: { text: 'To whom.', input: { format: 'email' } },
  recipient_name: { text: 'How the recipient is addressed, up to 120 characters.' },
  recipient_phone: { text: 'A phone number with + and its country code. Needed for whatsapp.' },
  recipient_phone_grouped: { text: 'The same, grouped for reading.' },
  scheduled_time: { text: 'When it goes out: ISO 8601, with Z or an offset.' },
  local_time: { text: 'The same as wall clock time in time_zone, where a page scheduled it.' },
  status: { text: 'Where it stands.' },
  changeable: { text: 'Whether it can still be changed or deleted.' },
  delayed: { text: 'Its time has come, and it could not go out yet: we keep trying.' },
  tried: { text: 'Whether it was handed to a provider at least once, as it stands now.' },
  asks_address: {
    text: 'Its date was chosen long ago and is less than 30 days away: we have asked whether the address still holds.',
  },
  sent_at: { text: 'When it went out.' },
  delivered_at: { text: 'When the recipient’s mailbox took it.' },
  opened_at: { text: 'When the recipient opened it.' },
  downloaded_at: { text: 'When the recipient first saved something of it.' },
  fell_back_at: { text: 'Since when it goes by email, because WhatsApp did not bring it.' },
  link: { text: 'What the recipient opens it with.' },
  state: { text: 'none until something was sent; then open, revoked or expired.' },
  expires_at: { text: 'Until when the link opens; null where there is none.' },
  at: { text: 'When it happened: ISO 8601, with Z.' },
  event: { text: 'What happened.' },
  by: { text: 'Who did it.' },
  channel: { text: 'By which way the message went; null where it is about none.' },
  phone_country: {
    text: 'Whose calling code is meant where recipient_phone has none, by its two letters, such as PT.',
  },
  unconfirmed: { text: 'It was handed over, and whether it was taken could not be found out.' },
  failure: { text: 'Why it failed, while it has.' },
  code: { text: 'One of a closed list.' },
  text: { text: 'The same in a sentence that can be shown.' },

  // Plans
  plan: { text: 'The plan that you have.' },
  interval: { text: 'How often it is paid for. Null where nobody pays.' },
  period_ends_at: { text: 'When it is paid for again, or ends. Null where nobody pays.' },
  is_ending: { text: 'Whether it ends then, and nothing more is charged.' },
  plan_type: { text: 'A plan, and how often it is paid for.' },
  token: { text: 'What stands in the address that the payment page leads back to.' },
  approval_url: { text: 'The page where it is paid.' },
  success: { text: 'The plan is theirs.' },

  // The emergency protocol
  is_active: { text: 'Whether the protocol is switched on.' },
  running: {
    text: 'Whether it is switched on and nothing is missing. It becomes true by itself when nothing is missing any longer, and that moment counts as a sign of life.',
  },
  blocked_by: { text: 'What is missing. Until it is there, no days are counted and nothing is sent.' },
  inactive_days: {
    text: `Days without a check-in until contacts are told, ${INACTIVE_DAYS.min} to ${INACTIVE_DAYS.max}. ${DAYS}`,
    input: { type: 'integer', minimum: INACTIVE_DAYS.min, maximum: INACTIVE_DAYS.max },
  },
  inactive_days_threshold: { text: 'Days without a check-in until contacts are told.' },
  safety_days: {
    text: `Days between telling contacts and the release, ${SAFETY_DAYS.min} to ${SAFETY_DAYS.max}. ${DAYS}`,
    input: { type: 'integer', minimum: SAFETY_DAYS.min, maximum: SAFETY_DAYS.max },
  },
  last_check_in: { text: 'When you last said that you are still here.' },
  days_since_last_check_in: { text: 'Whole days since then.' },
  indicator: {
    text: 'danger from the threshold on, warning from half of it. inactive while the protocol is not running.',
  },
  stage: { text: 'How far the protocol has come. Null while it is not running.' },
  contacts_told_at: {
    text: 'When contacts are told, or were told, that you did not check in. Null while the protocol is not running.',
  },
  release_at: { text: 'When emergency contents are released, or were. Null while the protocol is not running.' },
  paused_until: { text: 'Until when the protocol is paused: silence counts from then on. Null where it is not.' },
};
