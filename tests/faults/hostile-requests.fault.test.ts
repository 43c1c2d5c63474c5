/** What no request may do to others, from anyone: keep the web process busy for long, or fill its memory. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORKER_MEMORY } from '#dev/commands.ts';
import { freePorts } from '#dev/ports.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWebProcess, type WebProcess } from '#tests/http/web.ts';
import { HOSTILE, type Target } from './hostile-requests.ts';

const GAUGE = resolve(import.meta.dirname, '../harness/longest-task.ts');
/** How long others may wait for one request, in milliseconds. */
const STALL_MAX = 250;
const MEMORY_MAX = 512 * MEGABYTE;
const LEAST = 60;

let web: WebProcess;
let gauge: string;
let target: Target;
beforeAll(async () => {
  const [port] = await freePorts(1);
  gauge = `http://127.0.0.1:${port}`;
  web = await startWebProcess({
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${GAUGE}`,
    LONGEST_TASK_PORT: `${port}`,
    TRUSTED_PROXIES: '1',
    // As the image has it for each process: without it, the limit is met or missed by chance.
    ...WORKER_MEMORY,
  });
  const person = await web.person();
  const { secret: token } = await web.account('token');
  const fileId = await keptFile(await upload(person, PNG, { type: 'image', name: 'sea.png', isPublic: false }));
  target = { port: Number(new URL(web.origin).port), person, token, fileId };
  await warmUp();
});
afterAll(() => web?.stop());

/** The first request of a kind compiles and loads code, which no attacker can repeat. */
async function warmUp(): Promise<void> {
  for (const path of ['/', '/auth', '/shared', '/pricing', '/auth/forgot', '/nothing']) await web.visitor().get(path);
  for (const path of ['/dashboard', '/create', '/schedule', '/emergency', '/profile']) {
    await target.person.get(path);
    await target.person.post(path, { title: 'x' });
    await web.visitor().post(path, { title: 'x' });
  }
  await web.visitor().post('/auth', { email: 'nobody@example.com', password: 'wrong one' });
  await web.fetch('/api/content/list', { headers: { authorization: `Bearer ${target.token}` } });
  await longestTask();
}

/** @returns the longest time that the process was busy without a pause since the last call: CPU time, in milliseconds */
async function longestTask(): Promise<number> {
  return Number(await (await fetch(gauge)).text());
}

/** @returns the most memory that the process has held, in bytes */
function mostMemory(): number {
  const [, kilobytes = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${web.process.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

test(`there are at least ${LEAST} of them`, () => {
  expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(LEAST);
});

test.each(Object.entries(HOSTILE))('%s keeps nobody waiting and fills no memory', async (_, send) => {
  const status = await send(target);
  const busy = await longestTask();
  expect(busy).toBeLessThan(STALL_MAX);
  expect(mostMemory()).toBeLessThan(MEMORY_MAX);
  // A refusal is right, and so is an answer; a fault is not.
  expect(status).not.toBe(500);
  expect((await web.fetch('/healthz')).status).toBe(200);
});
