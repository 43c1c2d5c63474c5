/** What stands in for Google, and people who choose an account there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '#dev/ports.ts';
import { startSimulator } from '#dev/simulators/simulator.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

const CLIENT = { clientId: 'stillhere-tests', clientSecret: 'only for tests' };

export type Google = Awaited<ReturnType<typeof startWithGoogle>>;

/** The web process beside a Google of its own. */
export async function startWithGoogle(overrides: Record<string, string> = {}) {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'google-'));
  const web: Web = await startWeb({
    GOOGLE_ISSUER: `${origin}/google`,
    GOOGLE_CLIENT_ID: CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
    ...overrides,
  });
  const simulator = await startSimulator({
    port,
    dataDir,
    appOrigin: overrides.APP_ORIGIN ?? web.origin,
    sendgrid: {
      apiKey: 'SG.test',
      webhookPrivateKey: web.sendgridKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      senders: [],
    },
    google: CLIENT,
    stripe: { secretKey: 'sk_test_only' },
  });
  return {
    web,
    origin,
    async fault(fault: Record<string, unknown>): Promise<void> {
      const body = JSON.stringify({ vendor: 'google', ...fault });
      const { status } = await fetch(`${origin}/api/faults`, { method: 'POST', body });
      if (status !== 201) throw new Error(`the fault was answered ${status}`);
    },
    async noFaults(): Promise<void> {
      await fetch(`${origin}/api/faults`, { method: 'DELETE' });
    },
    async stop(): Promise<void> {
      await Promise.all([simulator.close(), web.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** @returns where the product leads somebody who wants to sign in with Google */
export async function begin(visitor: Visitor, query = ''): Promise<URL> {
  const response = await visitor.get(`/auth/google${query}`);
  if (response.status !== 302) throw new Error(`beginning answered ${response.status}: ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

/** Chooses an account there, or none. @returns the path that Google then sends the browser to */
export async function choose(ask: URL, account: string | null): Promise<string> {
  const body = new URLSearchParams(ask.searchParams);
  body.set('account', account ?? '');
  const response = await fetch(`${ask.origin}${ask.pathname}`, { method: 'POST', body, redirect: 'manual' });
  if (response.status !== 303) throw new Error(`choosing answered ${response.status}: ${await response.text()}`);
  const back = new URL(response.headers.get('location') ?? '');
  return back.pathname + back.search;
}

/** The whole way, there and back. */
export async function comeByGoogle(visitor: Visitor, account: string, query = ''): Promise<Response> {
  return visitor.get(await choose(await begin(visitor, query), account));
}
