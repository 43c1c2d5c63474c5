/** The proxy of a cluster, with web processes that the test lets die. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCertificate } from '#dev/certificate.ts';
import { SERVED_BY, startProxy } from '#dev/cluster/proxy.ts';
import { freePorts } from '#dev/ports.ts';
import { DAY } from '#domain/time/durations.ts';
import { eventually } from '#tests/harness/process.ts';

const certificate = makeCertificate(new Date(Date.now() - DAY), new Date(Date.now() + DAY));

/** Counts what it was asked besides /readyz. */
class Web {
  readonly port: number;
  health = 200;
  asked: string[] = [];
  respond: RequestListener = (_, response) => response.end('a page');
  #server: Server | null = null;

  constructor(port: number) {
    this.port = port;
  }

  async start(): Promise<void> {
    const server = createServer((asking, response) => {
      if (asking.url === '/readyz') return response.writeHead(this.health).end();
      this.asked.push(`${asking.method} ${asking.url}`);
      this.respond(asking, response);
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  /** All its connections end at once. */
  async die(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  }
}

let webs: [Web, Web];
let ports: { port: number; control: number };
let stop: () => Promise<void>;
beforeEach(async () => {
  const [port = 0, control = 0, one = 0, two = 0] = await freePorts(4);
  webs = [new Web(one), new Web(two)];
  await Promise.all(webs.map((web) => web.start()));
  ports = { port, control };
  const targets = webs.map((web, n) => ({ name: `web-${n + 1}`, port: web.port }));
  stop = await startProxy({ ...ports, ...certificate, targets });
});
afterEach(async () => {
  await Promise.all(webs.map((web) => web.die()));
  await stop();
});

/** A browser that trusts the certificate. */
function ask(method = 'GET', body = ''): Promise<{ status: number; by: string; text: string }> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ ca: certificate.cert });
    const asking = request({ host: 'localhost', port: ports.port, path: '/page', method, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, by: `${answer.headers[SERVED_BY] ?? ''}`, text });
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

async function seen(): Promise<string[]> {
  const list = (await (await fetch(`http://127.0.0.1:${ports.control}/`)).json()) as { health: string }[];
  return list.map(({ health }) => health);
}

test('a dead web process costs no request: what could not be connected to goes to the other one', async () => {
  expect([(await ask()).by, (await ask()).by].sort()).toEqual(['web-1', 'web-2']);
  await webs[0].die();
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('POST', 'a letter')));
  expect(answers.map(({ status, by }) => [status, by])).toEqual(Array(6).fill([200, 'web-2']));
  await eventually(seen, ([one]) => one === 'silent');
  await webs[0].start();
  await eventually(seen, ([one]) => one === 'ready');
  expect([(await ask()).by, (await ask()).by].sort()).toEqual(['web-1', 'web-2']);
});

test('a request whose web process dies after it was sent is never sent again, and says on which one it was', async () => {
  for (const web of webs) web.respond = () => void web.die();
  const { status, by } = await ask('POST', 'a letter');
  expect([status, webs.map(({ asked }) => asked.length).sort()]).toEqual([502, [0, 1]]);
  expect(by).toBe(webs[0].asked.length === 1 ? 'web-1' : 'web-2');
});

test('a web process that says it is missing something gets no requests while the other is ready', async () => {
  webs[0].health = 503;
  await eventually(seen, ([one]) => one === 'missing');
  expect([(await ask()).by, (await ask()).by]).toEqual(['web-2', 'web-2']);
});

test('with nobody there, people see our own page, and are told to come again', async () => {
  await Promise.all(webs.map((web) => web.die()));
  const { status, text } = await ask();
  expect(status).toBe(503);
  expect(text).toContain('<html');
});

test('a web process that is taken out answers what it has, and gets nothing new', async () => {
  let answer = () => {};
  webs[0].respond = (_, response) => (answer = () => response.end('late'));
  webs[1].respond = (_, response) => response.end('at once');
  const first = ask();
  const second = ask();
  await eventually(
    async () => webs[0].asked.length,
    (count) => count === 1,
  );
  const drained = fetch(`http://127.0.0.1:${ports.control}/drain/web-1`, { method: 'POST' });
  await eventually(
    async () => (await (await fetch(`http://127.0.0.1:${ports.control}/`)).json()) as { isDrained: boolean }[],
    ([one]) => one?.isDrained === true,
  );
  expect([(await ask()).by, (await ask()).by]).toEqual(['web-2', 'web-2']);
  answer();
  expect((await drained).status).toBe(200);
  expect((await Promise.all([first, second])).map(({ text }) => text).sort()).toEqual(['at once', 'late']);
});
