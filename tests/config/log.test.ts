import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { createLogger, logConsole, logLimitsOff } from '#config/log.ts';
import { SECRET_PATHS, withoutSecrets } from '#domain/secret-paths.ts';

function logged(error: unknown): {
  err: { type: string; code?: string; message: string; stack: string[] };
  msg: string;
} {
  const lines: string[] = [];
  createLogger({ LOG_LEVEL: 'info' }, 'web', { write: (line) => lines.push(line) }).error({ err: error }, 'it failed');
  return JSON.parse(lines[0] ?? '');
}

describe('a logged error', () => {
  it('has its kind, its code, its first line and its stack', () => {
    const error = Object.assign(new TypeError('this is no letter'), { code: 'E1' });
    const { err, msg } = logged(error);
    expect(msg).toBe('it failed');
    expect(err).toMatchObject({ type: 'TypeError', code: 'E1', message: 'this is no letter' });
    expect(err.stack[0]).toContain('log.test.ts');
  });

  it('does not contain the row that the database refused', () => {
    const row = '(0198, ana@example.com, Ana Búzio, $argon2id$v=19$m=65536, \\x0102)';
    const refused = Object.assign(
      new Error(`violates check constraint "users_email"\n - detail: Failing row contains ${row}.`),
      {
        detail: `Failing row contains ${row}.`,
        parameters: ['ana@example.com'],
        query: 'insert into users values (ana@example.com)',
        code: '23514',
      },
    );
    const error = new Error('the verb failed', { cause: refused });
    const line = JSON.stringify(logged(error));
    expect(line).toContain('violates check constraint');
    expect(line).toContain('23514');
    expect(line).not.toMatch(/ana@|Búzio|argon2/);
  });

  it('contains no address and no phone number, in any of its parts', () => {
    expect(logged(new Error('no such mailbox: <ana@example.com>')).err.message).toBe('no such mailbox: <(address)>');
    const refusal = "The 'To' number whatsapp:+351912345678 is no number: To=whatsapp%3A%2B351912345678";
    expect(logged(new Error(refusal)).err.message).toBe(
      "The 'To' number whatsapp:(number) is no number: To=whatsapp%3A(number)",
    );
  });

  it('is ready at once for a word of a megabyte, and still without what is behind it', () => {
    const { message } = logged(new Error(`${'x'.repeat(1_000_000)} (ana@example.com)(rui@example.com)`)).err;
    expect(message.slice(1_000_000)).toBe(' ((address))((address))');
  });

  it('stays one line, whatever line breaks and quotes its words and values have', () => {
    const lines: string[] = [];
    const log = createLogger({ LOG_LEVEL: 'info' }, 'web', { write: (line) => lines.push(line) });
    const forged = 'x\r\n{"level":30,"security":"signed-in"}\u2028"';
    log.warn({ about: forged, err: Object.assign(new Error(forged), { code: forged }) }, forged);
    expect(lines.map((line) => line.trimEnd().split(/[\r\n]/).length)).toEqual([1]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, about: forged, msg: forged });
  });

  it('is a text also for a thrown value that is no error', () => {
    expect(logged('a text').err).toMatchObject({ type: 'Error', message: 'a text' });
  });
});

/** Every address of the routes table, with its parameters. */
function addressesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const address = path ? `${above}/${path}` : above;
    return [address, ...addressesOf(children, address)];
  });
}

describe('the secret of a link', () => {
  const SECRET = 'AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
  const WITH_SECRET = [...new Set(addressesOf(routes).filter((address) => address.includes(':secret')))];

  function line(fields: object, words: string): string {
    const lines: string[] = [];
    createLogger({ LOG_LEVEL: 'info' }, 'web', { write: (one) => lines.push(one) }).error(fields, words);
    expect(() => JSON.parse(lines[0] ?? '')).not.toThrow();
    return lines.join('');
  }

  it('has a path that the log knows, on every page that has one', () => {
    const before = WITH_SECRET.map((address) => address.slice(0, address.indexOf(':secret')));
    expect([...new Set(before)].sort()).toEqual([...SECRET_PATHS].sort());
  });

  it.each(WITH_SECRET)('is in no line about %s, in whatever part of it', (address) => {
    // A mistyped one shows as much of the right one.
    for (const secret of [SECRET, SECRET.slice(0, 40), `${SECRET}%E0%A4%A`, `${SECRET}.data`]) {
      const path = address.replace(':secret', secret).replace(':file_id', '01980000-0000-7000-8000-000000000000');
      const url = `https://stillhere.example${path}?new`;
      const cause = new Error(`GET ${url} failed`);
      const printed = [
        line({ path, call: path, referer: url, url }, `"${path}" could not be decoded`),
        line({ err: new Error(`No route matches URL "${path}"`, { cause }) }, 'a request failed'),
        line({ url: `/auth?to=${encodeURIComponent(path)}` }, `to=${encodeURIComponent(encodeURIComponent(path))}`),
        line({ path: path.toUpperCase().replace(secret.toUpperCase(), secret) }, path.replaceAll('/', '//')),
      ].join('');
      expect(printed).not.toContain(SECRET.slice(0, 40));
      expect(printed).toContain('(secret)');
    }
  });

  it('is in no line by itself, or in a query', () => {
    expect(line({ secret: SECRET }, `params ${SECRET}`)).not.toContain(SECRET);
    for (const query of ['session_id', 'code', 'state', 'token'])
      expect(line({ url: `/some/page?a=1&${query}=4%2F0AeaYSHB&b=2` }, '')).toContain(`?a=1&${query}=(secret)&b=2`);
  });

  it('leaves ids, codes and other paths as they are', () => {
    const fields = { delivery: '01980000-0000-7000-8000-000000000000', code: 'E1', path: '/schedule/01980000?new' };
    expect(JSON.parse(line(fields, 'a step of a delivery'))).toMatchObject(fields);
  });

  it('leaves the files of a stack as they are, and hides what only looks like one', () => {
    const stack = 'at loader (/app/routes/m/letter.tsx:12:3) at file:///app/routes/m/file.ts:4:1';
    expect(withoutSecrets(stack)).toBe(stack);
    for (const path of [`/m/${SECRET}.ts`, `/m/${SECRET.slice(0, 22)}.ts`, '/m/letter.html', '/m/AaH.CKp', '/m/short'])
      expect(withoutSecrets(path), path).toBe('/m/(secret)');
  });

  it('is in no line of what a library prints to the console', () => {
    const lines: string[] = [];
    const { warn, error } = console;
    logConsole(createLogger({ LOG_LEVEL: 'info' }, 'web', { write: (one) => lines.push(one) }));
    console.warn(`The URL path "/m/${SECRET}%E0" could not be decoded (URIError)`);
    console.error(new Error(`no page at /check-in/${SECRET}`), { email: 'ana@example.com' });
    Object.assign(console, { warn, error });
    expect(lines.map((one) => JSON.parse(one) as object)).toMatchObject([
      { level: 40, msg: 'The URL path "/m/(secret)" could not be decoded (URIError)' },
      { level: 50, msg: 'a library printed an error', err: { message: 'no page at /check-in/(secret)' } },
    ]);
  });
});

describe('limits that are off', () => {
  const warned = (env: Parameters<typeof logLimitsOff>[0]) => {
    const lines: string[] = [];
    logLimitsOff(env, createLogger({ LOG_LEVEL: 'info' }, 'web', { write: (line) => lines.push(line) }));
    return lines.map((line) => JSON.parse(line) as { msg: string; limits: string[] });
  };

  it('are named in production, where each is a decision', () => {
    expect(
      warned({ NODE_ENV: 'production', LIMIT_NEW_RECIPIENTS_PER_DAY: 0, LIMIT_PENDING: 0, PORT: 0 }),
    ).toMatchObject([{ msg: 'limits are off', limits: ['LIMIT_NEW_RECIPIENTS_PER_DAY', 'LIMIT_PENDING'] }]);
  });

  it('are not named where none is off, and not on a developer’s machine', () => {
    expect(warned({ NODE_ENV: 'production', LIMIT_PENDING: 500 })).toEqual([]);
    expect(warned({ NODE_ENV: 'development', LIMIT_PENDING: 0 })).toEqual([]);
  });
});
