/**
 * How long a person waits for signing in while one network, or many, send 200 passwords a second. This process makes the
 * load on the same machine, so it uses part of the cores as well.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { say, step } from '#dev/terminal.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { startWebProcess, type WebProcess } from '#tests/http/web.ts';

const A_SECOND = 200;
const LASTS = 6 * SECOND;
/** How long the slowest sign-in during a flood may take, in milliseconds. */
const GOAL = SECOND;

const ATTACKER = '203.0.113.7';
const HOME = '198.51.100.20';

interface Attempt {
  email: string;
  password: string;
  address: string;
}

/**
 * @returns whether every sign-in during each flood was answered in time
 */
export async function measureSignIns(services: TestServices): Promise<boolean> {
  const web = await startWebProcess({ TRUSTED_PROXIES: '1' }, services);
  try {
    const [{ email: attacked }, { email: own }] = [await web.person(), await web.person()];
    const floods: Record<string, ((count: number) => Attempt) | null> = {
      none: null,
      'right, one account, one network': () => ({ email: attacked, password: 'stillhere', address: ATTACKER }),
      'wrong, many accounts, one network': (count) => ({
        email: `nobody-${count}@example.com`,
        password: 'wrong one',
        address: ATTACKER,
      }),
      'wrong, one account, many networks': (count) => ({
        email: attacked,
        password: 'wrong one',
        address: `192.0.${Math.floor(count / 250)}.${count % 250}`,
      }),
    };
    const rows: Row[] = [];
    for (const [name, flood] of Object.entries(floods))
      rows.push(
        await step(name, () => measure(web, name, flood, { email: own, password: 'stillhere', address: HOME })),
      );
    console.table(rows);
    const isGoalMet = rows.every(({ refused, 'slowest ms': slowest }) => refused === 0 && slowest < GOAL);
    say(isGoalMet ? 'Goal met.' : `GOAL NOT MET: every sign-in during a flood within ${GOAL} ms.`);
    return isGoalMet;
  } finally {
    await web.stop();
  }
}

interface Row {
  flood: string;
  'sign-ins': number;
  refused: number;
  'median ms': number;
  'slowest ms': number;
  /** Of the flood: how many had each status. */
  answers: string;
}

/** One flood, and meanwhile a person on another network who signs in repeatedly. */
async function measure(
  web: WebProcess,
  name: string,
  flood: ((count: number) => Attempt) | null,
  own: Attempt,
): Promise<Row> {
  await web.query('delete from rate_limits');
  const answers: Promise<number>[] = [];
  const end = performance.now() + LASTS;
  const flooding = flood && send(end, (count) => answers.push(signIn(web, flood(count))));
  // By then the flood has filled every queue.
  await sleep(SECOND);
  const { times, refused } = await signInUntil(end, web, own);
  await flooding;
  const statuses = Object.groupBy(await Promise.all(answers), String);
  return {
    flood: name,
    'sign-ins': times.length,
    refused,
    'median ms': times[Math.floor(times.length / 2)] ?? Number.NaN,
    'slowest ms': times.at(-1) ?? Number.NaN,
    answers: Object.entries(statuses)
      .map(([status, list]) => `${status}: ${list?.length}`)
      .join(', '),
  };
}

/** @returns how long each sign-in took, in milliseconds, the quickest first, and how many were refused */
async function signInUntil(end: number, web: WebProcess, own: Attempt) {
  const times: number[] = [];
  let refused = 0;
  while (performance.now() < end) {
    const began = performance.now();
    if ((await signIn(web, own)) !== 200) refused++;
    times.push(Math.round(performance.now() - began));
    await sleep(SECOND / 4);
  }
  return { times: times.sort((one, other) => one - other), refused };
}

/** Sends at the same pace whatever the answers are, as a flood does. */
async function send(end: number, one: (count: number) => void): Promise<void> {
  const began = performance.now();
  for (let count = 0; performance.now() < end; await sleep(10))
    while (count < ((performance.now() - began) / SECOND) * A_SECOND) one(count++);
}

/** @returns the status of the answer */
async function signIn(web: WebProcess, { email, password, address }: Attempt): Promise<number> {
  const response = await web.fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  await response.arrayBuffer();
  return response.status;
}
