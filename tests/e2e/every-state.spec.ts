/** Pages on which something has happened: each state is brought about, and looked at in each way that its page has. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ACCOUNT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';
import { inspectEverywhere } from './inspect.ts';

// What is gone, and what is refused, is noted by the browser, and meant.
const product = productInBrowser(startWeb, /status of (404|409|410)/);
const OWNER = ACCOUNT_IDS.premium;
const SENT = deliveryId(LETTER_IDS.onThePlatform);
const WAITING = deliveryId(LETTER_IDS.yourKey);
const DUE = deliveryId(FILE_IDS.fiveCandles);

/** What the row of a protocol becomes, the word that its page then has for it, and where that is seen. */
const PROTOCOL = [
  ["last_check_in = now() - interval '20 days'", 'Warning', ['/emergency']],
  ["stage = 'reminding', last_check_in = now() - interval '29 days'", 'Warning', ['/emergency', '/dashboard']],
  [
    "stage = 'missed', missed_at = now() - interval '1 day', last_check_in = now() - interval '31 days'",
    'Danger',
    ['/emergency', '/dashboard'],
  ],
  ["stage = 'last-call', missed_at = now() - interval '2 days'", 'Danger', ['/emergency']],
  ["stage = 'released', released_at = now()", 'Ended', ['/emergency', '/dashboard']],
  [
    "stage = 'armed', missed_at = null, released_at = null, last_check_in = now(), paused_until = now() + interval '9 days'",
    'Paused until',
    ['/emergency'],
  ],
  ['paused_until = null, is_active = false', 'Inactive', ['/emergency']],
] as const;

/** What the row of a delivery becomes, and what its story then says. */
const STORIES = [
  [SENT, "link_expires_at = now() - interval '1 day'", 'Send it again'],
  [SENT, 'link_revoked_at = now()', 'Send it again'],
  [SENT, 'is_unconfirmed = true, delivered_at = null', 'We couldn’t find out whether it arrived.'],
  [DUE, "scheduled_time = now() - interval '1 minute'", 'Waiting to go out.'],
] as const;

const A_WALK = 300_000;

const setProtocol = (to: string) =>
  product.web.query(`update emergency_protocols set ${to} where owner_id = ?`, [OWNER]);

const signedIn = async (): Promise<Page> => product.open({ as: await demoPerson(product.web) });

test('an emergency protocol, from its first warning to what it released', { timeout: A_WALK }, async () => {
  const page = await signedIn();
  for (const [becomes, word, paths] of PROTOCOL) {
    await setProtocol(becomes);
    for (const path of paths) {
      await goto(page, path);
      if (path === '/emergency') await page.getByText(word).first().waitFor();
      await inspectEverywhere(page);
    }
  }
});

test('a delivery with an expired link, a revoked link, without a report, and due', {
  timeout: A_WALK,
}, async () => {
  const page = await signedIn();
  for (const [id, becomes, words] of STORIES) {
    await product.web.query(`update deliveries set ${becomes} where id = ?`, [id]);
    await goto(page, `/schedule/${id}`);
    await page.getByText(words).first().waitFor();
    await inspectEverywhere(page);
  }
});

test('the links of mails: answered, and too late', { timeout: A_WALK }, async () => {
  const page = await product.open();
  await setProtocol("is_active = true, stage = 'armed', last_check_in = now()");
  const answered = [
    [`/check-in/${product.web.secret('check-in', OWNER, 1)}`, "Check In - I'm Still Here"],
    [`/address/${product.web.secret('address', WAITING, 1)}`, 'Yes, it’s still right'],
  ] as const;
  for (const [path, button] of answered) {
    await page.goto(path);
    const isAnswered = page.waitForEvent('load');
    await page.getByRole('button', { name: button }).click();
    await isAnswered;
    expect(await page.getByRole('button', { name: button }).count()).toBe(0);
    await inspectEverywhere(page);
    await page.goto(path);
    await inspectEverywhere(page);
  }
  await setProtocol('episode = episode + 1');
  await page.goto(answered[0][0]);
  await inspectEverywhere(page);
});
