/** Opens the check-in page by its public address: name, certificate, proxy and process, as a browser does. */
import http from 'node:http';
import https from 'node:https';
import type { CheckInPage } from '#services/ports/check-in-page.ts';

/** In bytes; the page has about 6 KB. */
const LENGTH_MAX = 256 * 1_024;
/** As `LinkForm` (app/static-pages/layout.tsx) writes it. */
const STEP = /<input type="hidden" name="intent" value="step-(\d{1,9})"/;

/**
 * @param origin the public address
 * @param timeout of each of the two requests, in milliseconds
 */
export function publicCheckInPage({ origin, timeout }: { origin: string; timeout: number }): CheckInPage {
  const ask = (secret: string, body?: string) => request(new URL(`/check-in/${secret}`, origin), timeout, body);
  return {
    async read(secret) {
      const step = STEP.exec(await ask(secret))?.[1];
      if (step === undefined) throw new Error('The check-in page is another one.');
      return Number(step);
    },
    async press(secret, step) {
      await ask(secret, new URLSearchParams({ intent: `step-${step}` }).toString());
    },
  };
}

/**
 * Over a new connection: one that stays open would hide a name that no longer resolves, and a certificate that has ended.
 * @returns the page
 * @throws Error for any status but 200, and whatever ends the connection
 */
async function request(url: URL, timeout: number, body?: string): Promise<string> {
  const { request: send } = url.protocol === 'https:' ? https : http;
  const signal = AbortSignal.timeout(timeout);
  const form = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const asked = send(url, { agent: false, method: body === undefined ? 'GET' : 'POST', signal, headers: form });
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error('The check-in page does not answer in time.', { cause: error }) : error);
    asked.once('error', fail);
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.length > LENGTH_MAX) asked.destroy(new Error('The check-in page is too long.'));
      });
      response.once('error', fail);
      response.once('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`The check-in page answers ${response.statusCode}.`));
      });
    });
    asked.end(body);
  });
}
