/** An authenticator of the browser's own, as its developer tools plug one in: it answers each question at once, with yes. */
import type { CDPSession, Page } from 'playwright-core';

/** What the browser was given. */
export interface VirtualAuthenticator {
  /** How many passkeys it keeps. */
  count(): Promise<number>;
  /** From now on the person is, or is not, the one whom it knows. */
  verifies(isRight: boolean): Promise<void>;
}

/** @returns an authenticator for a page; it stays when the page goes elsewhere */
export async function plugIn(page: Page): Promise<VirtualAuthenticator> {
  const tools: CDPSession = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    count: async () => (await tools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verifies: async (isUserVerified) => {
      await tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** For what a button asks: the browser of a page offers no passkeys by itself, as one that cannot. */
export async function offersNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
