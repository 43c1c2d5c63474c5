import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { API_KEY, messages, privateKey, sent, simulator, TWILIO, temporaryFolder } from './stand.ts';

const MAIN = fileURLToPath(import.meta.resolve('@stillhere/simulators/main.ts'));

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start(environment: Record<string, string>): Child {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      SIMULATOR_PORT: '0',
      SENDGRID_API_KEY: API_KEY,
      SENDGRID_WEBHOOK_PRIVATE_KEY: privateKey,
      GOOGLE_CLIENT_ID: 'stillhere-tests',
      GOOGLE_CLIENT_SECRET: 'only for tests',
      TWILIO_ACCOUNT_SID: TWILIO.accountSid,
      TWILIO_AUTH_TOKEN: TWILIO.authToken,
      TWILIO_WHATSAPP_FROM: TWILIO.from,
      TWILIO_CONTENT_SID: TWILIO.contentSid,
      TWILIO_SMS_FROM: TWILIO.smsFrom,
      STRIPE_SECRET_KEY: 'sk_test_only',
      STRIPE_WEBHOOK_SECRET: 'whsec_test_only',
      APP_ORIGIN: 'http://127.0.0.1:9',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function originOf(child: Child): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const origin = /http:\S+/.exec(output)?.[0];
    if (origin) return origin;
  }
  throw new Error(`The process ended with: ${output}`);
}

test('a mail that was answered with 202 survives SIGKILL', async () => {
  const SIMULATOR_DATA = temporaryFolder();
  const first = start({ SIMULATOR_DATA });
  const origin = await originOf(first);
  const ids = await Promise.all(Array.from({ length: 50 }, () => sent(origin)));
  first.kill('SIGKILL');
  await once(first, 'exit');
  const again = await originOf(start({ SIMULATOR_DATA }));
  expect((await messages(again)).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('SIGTERM ends the process at once, with status 0', async () => {
  const child = start({ SIMULATOR_DATA: temporaryFolder() });
  await sent(await originOf(child));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  ['a missing variable', { SENDGRID_API_KEY: '' }, /^The simulators cannot start: SENDGRID_API_KEY/],
  ['an unreadable key', { SENDGRID_WEBHOOK_PRIVATE_KEY: 'x' }, /^The simulators cannot start: /],
])('%s ends the process with one sentence', async (_what, environment, sentence) => {
  const child = start({ SIMULATOR_DATA: temporaryFolder(), ...environment });
  const output = await text(child.stderr);
  expect(output).toMatch(sentence);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
});

test('a port in use ends the process with one sentence that names the variable', async () => {
  const taken = new URL((await simulator()).origin).port;
  const child = start({ SIMULATOR_DATA: temporaryFolder(), SIMULATOR_PORT: taken });
  expect(await text(child.stderr)).toBe(`Port ${taken} is taken: set SIMULATOR_PORT to a free one.\n`);
});
