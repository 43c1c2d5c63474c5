/** The page of webhooks in a browser: one is added, its secret is seen once, it is tested, its log is read, and it is removed. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import { webhookJob } from '#services/accounts/webhook-job.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { expectedSignature, realSender, startReceiver } from '#tests/harness/hook-receiver.ts';
import { startWeb } from '#tests/http/web.ts';
import { notices, productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

const PAGE = '/profile/security/webhooks';

const product = productInBrowser(() => startWeb({ WEBHOOKS_TO_LOCALHOST: '1' }));

/** What the worker does with what is due. */
function work() {
  const { fork, keyring } = product.web;
  return runDueJobs(fork, 'webhook', webhookJob({ fork, keyring, policy: { minute: MINUTE }, webhooks: realSender() }));
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function open(page: Page, hasScripts: boolean): Promise<void> {
  if (hasScripts) await goto(page, PAGE);
  else await page.goto(PAGE);
}

/** Sends a test by the button, and lets the worker run. */
async function sendTest(page: Page, hasScripts: boolean): Promise<void> {
  await button(page, /^Send a test/).click();
  await notices(page).getByText('A test is on its way').waitFor();
  await work();
  await open(page, hasScripts);
}

test.each([true, false])(
  'a webhook is added, tested, switched off and on, and deleted (scripts: %s)',
  async (hasScripts) => {
    const program = await startReceiver([200, 410, 200]);
    const page = await product.open({ as: await product.web.person(), javaScriptEnabled: hasScripts });
    await page.goto('/profile/security');
    await page.getByRole('link', { name: 'Add or change webhooks' }).click();
    await says(page, 'You have no webhooks.');
    await page.getByLabel('Address of your program').fill(program.url);
    await page.getByLabel('you miss a check-in').check();
    await button(page, 'Add it').click();
    const secret = await page.getByLabel(/^Secret of/).inputValue();
    expect(secret).toMatch(/^whsec_/);
    if (hasScripts) await inspect(page);
    await open(page, hasScripts);
    expect(await page.content()).not.toContain(secret);
    await says(page, 'No message has arrived yet.');

    await sendTest(page, hasScripts);
    await says(page, /The last message arrived on/);
    await page.getByText('Last messages').click();
    await says(page, /, test: arrived\./);
    expect(program.received.map(({ signature }) => signature)).toEqual(
      program.received.map((message) => expectedSignature(secret, message)),
    );

    await product.web.query("update webhooks set off_at = now(), off_because = 'gone'");
    await sendTest(page, hasScripts);
    await says(page, /Switched off on .*, because the program told us to stop/);
    await page.getByText('Last messages').click();
    await says(page, /, test: your program answered 410\./);
    if (hasScripts) await inspect(page);
    await sendTest(page, hasScripts);
    await page.getByText(/Switched off on/).waitFor({ state: 'detached' });

    await button(page, /^Delete/).click();
    await says(page, 'You have no webhooks.');
    await work();
    expect(program.received).toHaveLength(3);
  },
);
