/**
 * Which changes and exports need a proof of the last 10 minutes, in pages and in the API alike. A verb is in one of two
 * lists; a test walks all verbs, and makes each guarded one without a proof.
 */

/**
 * What a guarded verb asks for:
 * - `proof`: a recent one
 * - `public`: a recent one, where the item in its address is public, because everyone sees at once what it saves
 * - `password`: it takes the account's password itself, which is the proof
 * - fields: a recent proof, where one of these fields of the call or form has one of these values; or where it is there at
 *   all, and the item is public
 */
export type Guard = 'proof' | 'public' | 'password' | Readonly<Record<string, readonly unknown[] | 'public'>>;

/** Whether a proof is needed. */
export type Need = boolean | 'public';

const asking = (guard: Guard, names: readonly string[]): Record<string, Guard> =>
  Object.fromEntries(names.map((name) => [name, guard]));
const because = (reason: string, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));

/** Without a proof, a call that saves something new is refused, and a form saves it as private. */
const PUBLISHING = { is_public: [true] };
/** What everyone reads of an item that is public. */
const SHOWN = { title: 'public', content: 'public', caption: 'public', shares_location: 'public' } as const;

/** By the ids of operations. */
export const GUARDED_CALLS: Readonly<Record<string, Guard>> = {
  ...asking('proof', ['changeEmergencySettings', 'pauseProtocol', 'changeReleasePlan']),
  ...asking('proof', ['addTrustedContact', 'changeTrustedContact', 'removeTrustedContact', 'changeContactVisibility']),
  ...asking('proof', ['changeWarningChannels', 'createToken', 'deleteToken', 'createWebhook', 'deleteWebhook']),
  ...asking('proof', ['unlinkGoogle', 'deleteContent', 'deleteVersions', 'deleteDelivery', 'deleteGroup']),
  ...asking('proof', ['exportRecord']),
  ...asking('password', ['changePassword', 'askToChangeEmail', 'deleteAccount']),
  // Publishing, also words in what is public; and what the trusted contacts get. Making private alone is free.
  changeContent: { ...PUBLISHING, ...SHOWN, is_emergency: [true, false] },
  ...asking('public', ['restoreVersion']),
  ...asking(PUBLISHING, ['uploadContent', 'uploadFile']),
};

const ALIVE = 'It says that the owner is there. A proof never stands before a check-in.';
const ENTERING = 'It proves by itself who is asking, or asks for nothing but a way to prove it.';
const CLOSING = 'It only takes access away, which has to work at once.';
const WRITING = 'It adds or changes what the owner writes or sends, and destroys nothing.';
const UNDOING = 'It makes something less open or a link end, and can be undone.';
const ASKING = 'It writes to the owner or asks somebody, and changes no setting.';
const PAYING = 'It is about money: the provider and a page of its own ask first.';
const LOOKS = 'It changes how something looks, or which mails come.';
const SECRET = 'It acts by the secret in its address, and not by a session.';
const SIGNED = 'It acts by the signature of a vendor, and not by a session.';
const READING = 'It shows one of the owner’s own things, as the page that links to it does.';

/** Calls that change something or export, and need no proof; and why. */
export const FREE_CALLS: Readonly<Record<string, string>> = {
  ...because(ALIVE, ['checkIn', 'checkInByPassword', 'endPause', 'returnToLife']),
  ...because(ENTERING, ['register', 'login', 'stepUp', 'askToProve', 'confirmAddress', 'askForReset', 'resetPassword']),
  ...because(CLOSING, ['logout', 'endOtherSessions', 'endSession', 'forgetDevice']),
  ...because(WRITING, ['sealContent', 'scheduleDelivery', 'changeDelivery', 'confirmRecipient']),
  ...because(WRITING, ['changeGroup', 'retryDelivery', 'resendDelivery', 'extendLink']),
  ...because(UNDOING, ['revokeLink']),
  ...because(ASKING, ['askToConfirm', 'testDelivery', 'testTrustedContact', 'askTrustedContact', 'checkAddress']),
  ...because(ASKING, [
    'startRehearsal',
    'testWarningChannels',
    'testWebhook',
    'confirmWarningChannel',
    'reportContent',
  ]),
  ...because(PAYING, ['createSubscription', 'executeSubscription', 'changePlan', 'cancelPlan', 'resumePlan']),
  ...because(PAYING, ['refundPlan', 'openBillingPortal']),
  ...because(LOOKS, ['changeProfile', 'changePicture', 'changeNotifications']),
};

/** By the paths of routes (app/routes.ts): forms, and addresses that export. */
export const GUARDED_PAGES: Readonly<Record<string, Guard>> = {
  ...asking('proof', ['/emergency', '/emergency/arm', '/emergency/disarm', '/emergency/shorten', '/emergency/pause']),
  ...asking('proof', ['/emergency/say', '/emergency/contents', '/emergency/plan']),
  ...asking('proof', ['/profile/contacts', '/profile/contacts/others', '/profile/contacts/:id/edit']),
  ...asking('proof', ['/profile/contacts/:id/address', '/profile/contacts/:id/delete', '/profile/warnings']),
  ...asking('proof', ['/content/:id/publish', '/content/:id/delete', '/content/:id/versions/delete']),
  ...asking('proof', ['/schedule/:id/delete', '/schedule/:id/group/delete', '/profile/google', '/profile/security']),
  ...asking('proof', ['/profile/security/codes', '/profile/security/passkeys', '/profile/security/passkeys/:id']),
  ...asking('proof', ['/profile/security/webhooks']),
  ...asking('proof', ['/profile/record/export.csv', '/profile/record/export.jsonl']),
  ...asking('public', ['/content/:id/edit', '/content/:id/versions/:version']),
  ...asking(PUBLISHING, ['/create', '/create/upload']),
  ...asking('password', [
    '/profile/security/duress',
    '/profile/password',
    '/profile/email',
    '/profile/delete',
    '/profile/export',
  ]),
};

/** The others that have a form, or answer without a page; and why they need no proof. */
export const FREE_PAGES: Readonly<Record<string, string>> = {
  ...because(ALIVE, ['/emergency/check-in', '/emergency/check-in/password', '/check-in/:secret']),
  ...because(ALIVE, ['/emergency/pause/end', '/emergency/return']),
  ...because(ENTERING, [
    '/auth',
    '/auth/forgot',
    '/auth/code',
    '/auth/code/lost',
    '/auth/passkey',
    '/step-up',
    '/step-up/options',
    '/profile/security/passkeys/options',
  ]),
  ...because(SECRET, ['/auth/reset/:secret', '/auth/confirm/:secret', '/contact/:secret', '/contact/:secret/answer']),
  ...because(SECRET, [
    '/address/:secret',
    '/unsubscribe/:secret',
    '/stop/:secret',
    '/m/:secret',
    '/auth/not-me/:secret',
    '/auth/lost/:secret',
  ]),
  ...because(CLOSING, ['/logout', '/profile/devices', '/profile/security/lost']),
  ...because(WRITING, ['/content/:id/seal/upload']),
  ...because(WRITING, ['/schedule', '/schedule/several', '/schedule/:id/edit', '/schedule/:id/question']),
  ...because(WRITING, ['/schedule/:id/repeat', '/schedule/:id/retry', '/schedule/:id/resend', '/schedule/:id/extend']),
  ...because(WRITING, ['/schedule/:id/address', '/schedule/:id/group']),
  ...because(UNDOING, ['/content/:id/unpublish', '/schedule/:id/revoke']),
  ...because(ASKING, ['/schedule/:id/test', '/schedule/preview', '/schedule/:id/preview', '/emergency/rehearsal']),
  ...because(ASKING, ['/profile/contacts/:id/test', '/profile/contacts/:id/ask', '/profile/email/confirm']),
  ...because(ASKING, ['/profile/security/webhooks/:id/test']),
  ...because(ASKING, ['/profile/warnings/confirm', '/profile/warnings/test', '/shared/:id/report']),
  ...because(PAYING, ['/profile/plan/switch', '/profile/plan/cancel', '/profile/plan/keep', '/profile/plan/refund']),
  ...because(PAYING, ['/profile/plan/portal', '/pricing/subscribe', '/subscription/success']),
  ...because(LOOKS, ['/theme', '/contact/:secret/language', '/m/:secret/language', '/profile']),
  ...because(LOOKS, ['/profile/picture', '/profile/notifications']),
  ...because(READING, ['/content/:id/parcel.zip', '/content/:id/sealed', '/content/:id/open']),
  ...because(READING, ['/schedule/preview/file/:file_id', '/schedule/preview/file/:file_id/thumbnail']),
  ...because('It refuses by itself without a proof, before the browser asks its person.', [
    '/profile/security/passkeys/options',
  ]),
  ...because(SIGNED, ['/webhooks/sendgrid', '/webhooks/twilio', '/webhooks/stripe']),
  ...because('It is the API: its calls have a list of their own.', ['/api', '/api/openapi.json', '/api/*']),
};

/**
 * @param id of an operation
 * @param body of the call
 * @returns whether this call needs a recent proof; `public` where it does for an item that is public
 */
export function callNeedsProof(id: string, body: unknown): Need {
  return needsProof(GUARDED_CALLS[id], body);
}

/**
 * @param path of a route
 * @param fields of its form, as their schema gives them
 * @returns whether this form needs a recent proof; `public` where it does for an item that is public
 */
export function formNeedsProof(path: string, fields: unknown): Need {
  return needsProof(GUARDED_PAGES[path], fields);
}

function needsProof(guard: Guard | undefined, fields: unknown): Need {
  if (guard === 'public') return guard;
  if (typeof guard !== 'object') return guard === 'proof';
  const given = (fields ?? {}) as Record<string, unknown>;
  const needs = Object.entries(guard).map(([field, values]): Need => {
    if (values === 'public') return given[field] !== undefined && values;
    return values.includes(given[field]);
  });
  return needs.includes(true) || (needs.includes('public') && 'public');
}
