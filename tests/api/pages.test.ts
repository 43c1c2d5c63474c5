/** Programs can do what pages do: each address that takes a form is done by a call of the API, or says here why not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#app/api/operations.ts';
import routes from '#app/routes.ts';

const APP = join(import.meta.dirname, '../../app');

/** By the address of a page: the ids of the operations that do the same. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  '/auth': ['register', 'login'],
  '/auth/code': ['login'],
  '/auth/forgot': ['askForReset'],
  '/auth/reset/:secret': ['resetPassword'],
  '/auth/confirm/:secret': ['confirmAddress'],
  '/logout': ['logout'],
  '/create': ['uploadContent', 'uploadFile'],
  '/create/upload': ['uploadFile'],
  '/content/:id/edit': ['changeContent'],
  '/content/:id/versions/delete': ['deleteVersions'],
  '/content/:id/versions/:version': ['restoreVersion'],
  '/content/:id/delete': ['deleteContent'],
  '/content/:id/seal/upload': ['sealContent'],
  '/content/:id/publish': ['changeContent'],
  '/content/:id/unpublish': ['changeContent'],
  '/shared/:id/report': ['reportContent'],
  '/schedule': ['scheduleDelivery'],
  '/schedule/:id/edit': ['changeDelivery'],
  '/schedule/several': ['scheduleDelivery'],
  '/schedule/:id/repeat': ['changeDelivery'],
  '/schedule/:id/question': ['changeDelivery'],
  '/schedule/:id/group': ['changeGroup'],
  '/schedule/:id/group/delete': ['deleteGroup'],
  '/schedule/:id/preview': ['previewDelivery'],
  '/schedule/:id/test': ['testDelivery'],
  '/schedule/:id/delete': ['deleteDelivery'],
  '/schedule/:id/retry': ['retryDelivery'],
  '/schedule/:id/resend': ['resendDelivery'],
  '/schedule/:id/revoke': ['revokeLink'],
  '/schedule/:id/extend': ['extendLink'],
  '/schedule/:id/address': ['confirmRecipient'],
  '/address/:secret': ['confirmRecipient'],
  '/unsubscribe/:secret': ['changeNotifications'],
  '/emergency': ['changeEmergencySettings'],
  '/emergency/arm': ['changeEmergencySettings'],
  '/emergency/disarm': ['changeEmergencySettings'],
  '/emergency/shorten': ['changeEmergencySettings'],
  '/emergency/say': ['changeEmergencySettings'],
  '/emergency/check-in': ['checkIn'],
  '/emergency/check-in/password': ['checkInByPassword'],
  '/check-in/:secret': ['checkIn'],
  '/emergency/contents': ['changeContent'],
  '/emergency/plan': ['changeReleasePlan'],
  '/emergency/pause': ['pauseProtocol'],
  '/emergency/pause/end': ['endPause'],
  '/emergency/rehearsal': ['startRehearsal'],
  '/emergency/return': ['returnToLife'],
  '/step-up': ['stepUp', 'askToProve'],
  '/profile': ['changeProfile'],
  '/profile/picture': ['changePicture', 'changeProfile'],
  '/profile/email': ['askToChangeEmail'],
  '/profile/email/confirm': ['askToConfirm'],
  '/profile/notifications': ['changeNotifications'],
  '/profile/security': ['createToken', 'deleteToken'],
  '/profile/security/webhooks': ['createWebhook', 'deleteWebhook'],
  '/profile/security/webhooks/:id/test': ['testWebhook'],
  '/profile/warnings': ['changeWarningChannels'],
  '/profile/warnings/confirm': ['confirmWarningChannel'],
  '/profile/warnings/test': ['testWarningChannels'],
  '/profile/password': ['changePassword'],
  '/profile/devices': ['endSession', 'endOtherSessions', 'forgetDevice'],
  '/profile/google': ['unlinkGoogle'],
  '/profile/contacts': ['addTrustedContact'],
  '/profile/contacts/:id/edit': ['changeTrustedContact'],
  '/profile/contacts/:id/test': ['testTrustedContact'],
  '/profile/contacts/others': ['changeContactVisibility'],
  '/profile/contacts/:id/ask': ['askTrustedContact'],
  '/profile/contacts/:id/address': ['changeTrustedContact'],
  '/profile/contacts/:id/delete': ['removeTrustedContact'],
  '/profile/delete': ['deleteAccount'],
  '/profile/plan/switch': ['quotePlanChange', 'changePlan'],
  '/profile/plan/cancel': ['cancelPlan'],
  '/profile/plan/keep': ['resumePlan'],
  '/profile/plan/refund': ['quoteRefund', 'refundPlan'],
  '/profile/plan/portal': ['openBillingPortal'],
  '/pricing/subscribe': ['createSubscription'],
  '/subscription/success': ['executeSubscription'],
};

/** Addresses without a call, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '/schedule/preview': 'It shows a form that was not sent. Programs schedule first, and then ask for the preview.',
  '/auth/not-me/:secret': 'The owner of a session or a token may be the stranger: only the link in the mail does it.',
  '/auth/passkey': 'A passkey signs in people in a browser. Programs have tokens.',
  '/profile/security/passkeys': 'A passkey is made by a browser, for the person in front of it.',
  '/profile/security/passkeys/:id': 'A passkey is named and removed where it was made: on its page.',
  '/theme': 'The theme is a cookie of the browser; programs do not show our pages.',
  '/m/:secret': 'Recipients have no account: the secret link opens the letter, and only on its page.',
  '/contact/:secret/answer': 'Contacts have no account: only the link in the mail that asks them answers.',
  '/contact/:secret': 'Trusted contacts have no account: what they say comes by the link that was sent to them.',
  '/m/:secret/language': 'Recipients have no account: they choose the language on their page.',
  '/contact/:secret/language': 'Contacts have no account: they choose the language on their page.',
  '/stop/:secret': 'Recipients have no account: only the link in their message stops what comes to their address.',
  '/auth/code/lost': 'It mails and waits for a person who has lost their phone; a program signs in with a code.',
  '/auth/lost/:secret': 'Only the link in the mail stops the wait, or signs in after it.',
  '/profile/security/lost': 'It is the button of a notice on pages.',
  '/profile/security/duress': 'A program that changed it, or a token that may, would show that it is used.',
  '/profile/security/codes': 'The secret is for an app on a phone, and recovery codes are for a person to save.',
  '/profile/export': 'A program reads the list of contents and each file itself (listContents, readFile).',
  '/api': 'It only refuses other methods than GET.',
  '/api/openapi.json': 'It only refuses other methods than GET.',
  '/api/*': 'It is the API.',
  '/webhooks/sendgrid': 'The provider calls it, with its signature.',
  '/webhooks/twilio': 'The provider calls it, with its signature.',
  '/webhooks/stripe': 'The provider calls it, with its signature.',
};

const ACTION = /^export (?:(?:async )?function|const) action\b|^export \{[^}]*\baction\b/m;

/** Every address whose route module exports an action. */
function addressesWithAction(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    const isActing = ACTION.test(readFileSync(join(APP, file), 'utf8'));
    return [...(isActing ? [own || '/'] : []), ...addressesWithAction(children ?? [], own)];
  });
}

const ACTING = addressesWithAction(routes as RouteConfigEntry[]);

describe('every page that takes a form', () => {
  test('has a call that does the same, or a reason why there is none', () => {
    expect(ACTING.length).toBeGreaterThan(40);
    const unknown = ACTING.filter((address) => !(address in CALLS) && !(address in EXCEPTIONS));
    expect(unknown, 'add the call to app/api, or the reason to EXCEPTIONS').toEqual([]);
  });

  test('is named once, by an address that takes forms', () => {
    const named = [...Object.keys(CALLS), ...Object.keys(EXCEPTIONS)];
    expect(named.filter((address) => !ACTING.includes(address))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  test.each(Object.entries(CALLS))('%s leads to calls that exist', (_, ids) => {
    const known = OPERATIONS.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !known.includes(id))).toEqual([]);
  });
});

test('an action is found in each way that it can be exported', () => {
  for (const source of ['export async function action(', 'export function action(', 'export const action = refuse;'])
    expect(ACTION.test(source), source).toBe(true);
  expect(ACTION.test("export { action, loader } from '#app/x.ts';")).toBe(true);
  expect(ACTION.test('export function clientAction(')).toBe(false);
});
