/** The pages after a payment, which lead on by themselves after a few seconds. */
import type { Page } from 'playwright-core';

/**
 * Keeps pages from leading on by themselves, so that no test has to be faster than they are. That the header is right is
 * held in tests/http.
 * @param origin of the web
 * @returns each header that was taken away; it grows
 */
export async function holdRefresh(page: Page, origin: string): Promise<string[]> {
  const held: string[] = [];
  // Not by `page.route`, which never sees a page that a redirect led to.
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, responseStatusCode: responseCode = 200, responseHeaders = [] }) => {
    const isRefresh = ({ name }: { name: string }) => name.toLowerCase() === 'refresh';
    held.push(...responseHeaders.filter(isRefresh).map(({ value }) => value));
    const others = responseHeaders.filter((header) => !isRefresh(header));
    // Refused where the page was left meanwhile: nobody waits for it then.
    session.send('Fetch.continueResponse', { requestId, responseCode, responseHeaders: others }).catch(() => {});
  });
  const patterns = [{ urlPattern: `${origin}/subscription/*`, requestStage: 'Response' as const }];
  await session.send('Fetch.enable', { patterns });
  return held;
}
