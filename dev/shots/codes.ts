/** What the scenes of codes from an app do. */
import type { Page } from 'playwright-core';
import { appCode } from '#tests/harness/codes.ts';
import { PASSWORD } from '../seed/accounts.ts';
import { ACCOUNT_IDS } from '../seed/ids.ts';
import { press } from './page-actions.ts';
import type { World } from './world.ts';

/** The secret is not opened: nobody finishes signing in to this account. */
export function askPlusForCodes({ query }: World): Promise<unknown> {
  return query(
    `insert into totp_factors (user_id, sealed, last_step, created_at, recovery_made_at)
     values (?, '\\x00', 0, now(), now()) on conflict do nothing`,
    [ACCOUNT_IDS.plus],
  );
}

/** The first step, which leads to the second. */
export async function beginSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('plus@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign In');
  await page.waitForURL('**/auth/code');
}

/** As an owner whose app has the secret that the page shows. */
export async function turnCodesOn(page: Page): Promise<void> {
  const secret = await page.locator('strong.mono').innerText();
  await page.getByLabel('Code from your app').fill(appCode(secret, Date.now()));
  await press(page, 'Turn on');
  await page.getByText('Save these ten recovery codes now').waitFor();
}
