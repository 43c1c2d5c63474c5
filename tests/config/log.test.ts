import { describe, expect, it } from 'vitest';
import { createLogger, logLimitsOff } from '#config/log.ts';

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

  it('is a text also for a thrown value that is no error', () => {
    expect(logged('a text').err).toMatchObject({ type: 'Error', message: 'a text' });
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
