/** The reference page, and its commands: copied from the page and run, from first to last. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '#app/api/examples.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { plantPasskey } from '#tests/harness/authenticator.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { PNG } from '#tests/http/files.ts';
import { press, startWithVendors, type WithVendors } from '#tests/http/vendors.ts';
import type { Web } from '#tests/http/web.ts';
import { call as anyCall, type Client } from './client.ts';
import {
  AGE_PARTS,
  askedDelivery,
  byPage,
  finishedDelivery,
  group,
  payForPlan,
  releaseProtocol,
  runProtocol,
  sealedItem,
  secretOf,
  warningCode,
} from './rows.ts';
import { broken, DOCUMENT } from './schemas.ts';

const run = promisify(execFile);
const PASSWORD = 'three plain words';

let vendors: WithVendors;
let web: Web;
let folder: string;
let page: Response;
let markup: string;
beforeAll(async () => {
  vendors = await startWithVendors();
  web = vendors.web;
  folder = await mkdtemp(join(tmpdir(), 'stillhere-reference-'));
  await writeFile(join(folder, 'sea.png'), PNG);
  page = await web.fetch(`/api`);
  markup = await page.text();
});
afterAll(async () => {
  await vendors?.stop();
  await rm(folder, { recursive: true, force: true });
});

const UNESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const commands = () =>
  new Map(
    [...markup.matchAll(/<h3 id="(\w+)">[\s\S]*?<pre [^>]*aria-label="Command: [^"]*"><code>([\s\S]*?)<\/code>/g)].map(
      ([, id = '', escaped = '']) => [id, escaped.replace(/&\S+?;/g, (one) => UNESCAPED[one] ?? one)],
    ),
  );

test('the page needs no sign-in and no scripts, and can be cached', () => {
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.getSetCookie()).toEqual([]);
  expect(markup).not.toMatch(/<script| style=| on\w+="/);
});

test('it has every call, and no broken link', () => {
  for (const { id, method, path } of OPERATIONS) {
    expect(markup).toContain(`<h3 id="${id}">`);
    expect(markup).toContain(`<b>${method}</b> <code>/api${path}</code>`);
  }
  const anchors = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.filter((anchor) => !markup.includes(`id="${anchor}"`))).toEqual([]);
});

test('the OpenAPI document is served, with the address of the API', async () => {
  const response = await web.fetch(`/api/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  expect(await response.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: `${web.origin}/api` }],
    paths: JSON.parse(JSON.stringify(DOCUMENT.paths)),
  });
});

describe('the commands', () => {
  type Shell = Record<string, string>;
  const variables: Shell = { PATH: process.env.PATH ?? '', EMAIL: `${crypto.randomUUID()}@example.com` };
  const person = () => ({ id: variables.USER_ID ?? '', email: variables.EMAIL ?? '' });
  const theirs: Client['call'] = (line, sent = {}) =>
    anyCall(web, line, { ...sent, headers: { authorization: `Bearer ${variables.TOKEN}` } });
  const call = async (line: string, sent = {}) => (await theirs(line, sent)).body;

  /** Runs a command from the page, with the headers in the output. @returns the answer */
  async function type(id: string) {
    const command = commands().get(id);
    if (!command) throw new Error(`${id} has no command on the page.`);
    const [, named] = /-o (\S+)$/.exec(command) ?? [];
    const file = join(folder, named ?? 'answer');
    await rm(file, { force: true });
    const options = `-s -D - ${named ? '' : '-o answer'}`;
    const { stdout: headers } = await run('sh', ['-c', command.replace(/^curl/, `curl ${options}`)], {
      cwd: folder,
      env: { ...variables, KEY: crypto.randomUUID() },
    });
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]);
    const answerType = /^content-type: (.+)$/im.exec(headers)?.[1]?.trim() ?? null;
    const text = await readFile(file, 'utf8').catch(() => '');
    const body = text === '' ? null : /\bjson\b/.test(answerType ?? '') ? JSON.parse(text) : text;
    return { status, answerType, body };
  }

  const signedIn = async () => ({ TOKEN: (await type('login')).body.session_token as string });
  const client = (): Client => ({ ...person(), token: variables.TOKEN ?? '', call: theirs });
  const finished = (status: 'sent' | 'failed') => async () => {
    return { DELIVERY_ID: await finishedDelivery(client(), web, status) };
  };
  const written = async () => ({ CONTENT_ID: (await type('uploadContent')).body.id as string });

  /** What a reader has by then from a mail, a browser or another command. */
  const BEFORE: Record<string, () => Promise<Shell>> = {
    async exchangeSession() {
      const { code, cookie } = await byPage(web, person(), PASSWORD);
      return { CODE: code, COOKIE: cookie };
    },
    stepUp: signedIn,
    async askToProve() {
      await plantPasskey(web, client().id);
      return {};
    },
    listSessions: signedIn,
    changeGroup: async () => ({ GROUP_ID: await group(client()) }),
    deleteGroup: async () => ({ GROUP_ID: await group(client()) }),
    async endSession() {
      await signedIn();
      const devices = (await type('listSessions')).body as { id: string; is_current: boolean }[];
      return { SESSION_ID: devices.find((one) => !one.is_current)?.id ?? '' };
    },
    listKnownDevices: signedIn,
    async forgetDevice() {
      await byPage(web, person(), PASSWORD);
      await signedIn();
      const devices = (await type('listKnownDevices')).body as { id: string }[];
      return { KNOWN_DEVICE_ID: devices[0]?.id ?? '' };
    },
    findSealed: async () => ({ CONTENT_ID: (await sealedItem(client())).id }),
    async sealContent() {
      for (const [part, bytes] of Object.entries(AGE_PARTS))
        await writeFile(join(folder, `${part === 'file' ? 'content' : part}.age`), bytes);
      return written();
    },
    async reportContent() {
      const shown = await written();
      await web.query('update contents set is_public = true where id = ?', [shown.CONTENT_ID]);
      return shown;
    },
    async listVersions() {
      const letter = await written();
      await theirs(`PUT /content/${letter.CONTENT_ID}`, { json: { content: 'Another text' } });
      return { ...letter, VERSION: '1' };
    },
    scheduleDelivery: written,
    confirmRecipient: async () => ({ DELIVERY_ID: await askedDelivery(client(), web) }),
    deliveryStory: finished('sent'),
    retryDelivery: finished('failed'),
    resendDelivery: finished('sent'),
    extendLink: finished('sent'),
    confirmAddress: async () => ({ SECRET: await secretOf(web, person(), 'confirm-email') }),
    resetPassword: async () => ({ SECRET: await secretOf(web, person(), 'reset-password') }),
    listContents: signedIn,
    async changeReleasePlan() {
      const { CONTENT_ID } = await written();
      await call(`PUT /content/${CONTENT_ID}`, { json: { is_emergency: true } });
      const added = await theirs<{ id: string }>('POST /user/trusted-contacts', {
        json: { name: 'Rui', email: `${crypto.randomUUID()}@example.com` },
      });
      return { CONTENT_ID, CONTACT_ID: added.body.id };
    },
    async pauseProtocol() {
      await runProtocol(client(), web);
      return {};
    },
    async returnToLife() {
      await releaseProtocol(client(), web);
      return {};
    },
    async changePicture() {
      // The command of readThumbnail has written its refusal there.
      await writeFile(join(folder, 'sea.png'), PNG);
      return {};
    },
    async quoteRefund() {
      await payForPlan(client());
      return {};
    },
    confirmWarningChannel: async () => ({ SIX_DIGITS: await warningCode(web, person()) }),
    executeSubscription: async () => ({ CHECKOUT: `${await press(variables.APPROVAL_URL ?? '', 'pay')}` }),
  };
  interface Made {
    id: string;
    file_id: string;
    session_token: string;
    user: { id: string };
    picture: string;
    approval_url: string;
    quoted_at: string;
  }
  /** What later commands need from an answer. */
  const AFTER: Record<string, (body: Made) => Shell | Promise<Shell>> = {
    async register({ session_token, user }) {
      await givePlan(web.query, user.id, 'plus');
      return { TOKEN: session_token, USER_ID: user.id };
    },
    login: ({ session_token }) => ({ TOKEN: session_token }),
    createToken: ({ id }) => ({ TOKEN_ID: id }),
    createWebhook: ({ id }) => ({ WEBHOOK_ID: id }),
    async changePassword() {
      const { current_password, new_password } = EXAMPLES.changePassword?.body ?? {};
      await call('POST /auth/password', { json: { current_password: new_password, new_password: current_password } });
      return {};
    },
    uploadContent: ({ id }) => ({ CONTENT_ID: id }),
    uploadFile: ({ file_id }) => ({ FILE_ID: file_id }),
    scheduleDelivery: ({ id }) => ({ DELIVERY_ID: id }),
    createSubscription: ({ approval_url }) => ({ APPROVAL_URL: approval_url }),
    quotePlanChange: ({ quoted_at }) => ({ QUOTED_AT: quoted_at }),
    changePicture: ({ picture }) => ({ PICTURE_ID: picture.split('/').at(-1) ?? '' }),
    startRehearsal: ({ id }) => ({ REHEARSAL_ID: id }),
    addTrustedContact: ({ id }) => ({ TRUSTED_CONTACT_ID: id }),
  };
  /** Commands whose answer differs here from the page, and why. */
  const OTHERWISE: Record<string, number> = {
    // The worker makes it, and none runs here.
    readThumbnail: 404,
  };

  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
    Object.assign(variables, await BEFORE[id]?.());
    const { status, answerType, body } = await type(id);
    expect([status, broken(operation, status, answerType, body)]).toEqual([OTHERWISE[id] ?? operation.status, []]);
    Object.assign(variables, await AFTER[id]?.(body));
  });
});
