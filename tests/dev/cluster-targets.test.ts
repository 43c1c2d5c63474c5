import { describe, expect, it } from 'vitest';
import { forwardedHeaders } from '#dev/cluster/proxy.ts';
import { Targets } from '#dev/cluster/targets.ts';

const ONE = { name: 'web-1', port: 1 };
const TWO = { name: 'web-2', port: 2 };

function targets(one: 'ready' | 'missing' | 'silent' = 'ready', two: 'ready' | 'missing' | 'silent' = 'ready') {
  const made = new Targets([ONE, TWO]);
  made.see(ONE, one);
  made.see(TWO, two);
  return made;
}
const chosen = (from: Targets, tried: string[] = []) => from.choose(new Set(tried))?.name ?? null;

describe('the choice of a web process', () => {
  it('goes to each in turn while they have equally much to do', () => {
    const both = targets();
    expect([chosen(both), chosen(both), chosen(both)]).toEqual(['web-1', 'web-2', 'web-1']);
  });

  it('goes to the one with fewer requests that wait for an answer', () => {
    const both = targets();
    const end = both.begin(ONE);
    both.begin(TWO);
    both.begin(TWO);
    expect([chosen(both), chosen(both)]).toEqual(['web-1', 'web-1']);
    end();
    expect(chosen(both)).toBe('web-1');
  });

  it('leaves out one that does not answer /readyz, until it does', () => {
    const both = targets('silent', 'ready');
    expect([chosen(both), chosen(both)]).toEqual(['web-2', 'web-2']);
    both.see(ONE, 'ready');
    expect(chosen(both)).toBe('web-1');
  });

  it('goes to one that says what it is missing only when no other is ready: its own page says more than ours', () => {
    expect(chosen(targets('missing', 'ready'))).toBe('web-2');
    expect(chosen(targets('missing', 'silent'))).toBe('web-1');
    expect(chosen(targets('silent', 'silent'))).toBe(null);
  });

  it('never goes back to one that could not be connected to for the same request', () => {
    expect(chosen(targets(), ['web-1'])).toBe('web-2');
    expect(chosen(targets(), ['web-1', 'web-2'])).toBe(null);
  });
});

describe('a drain', () => {
  it('gives no new requests, and ends with the last answer', async () => {
    const both = targets();
    const end = both.begin(ONE);
    let isDrained = false;
    const drained = both.drain('web-1').then(() => (isDrained = true));
    expect([chosen(both), chosen(both), isDrained]).toEqual(['web-2', 'web-2', false]);
    end();
    await drained;
    expect(isDrained).toBe(true);
    await both.drain('web-1');
  });

  it('is over when it is said so, and the process that follows is ready', () => {
    const both = targets('ready', 'silent');
    void both.drain('web-1');
    both.serve('web-1');
    expect(chosen(both)).toBe(null);
    both.see(ONE, 'ready');
    expect(chosen(both)).toBe('web-1');
  });
});

it('says which network address a request came from, last of all that a client may have written', () => {
  const headers = { host: 'localhost', connection: 'close, x-secret', 'x-secret': '1', 'x-forwarded-for': '1.2.3.4' };
  expect(forwardedHeaders(headers, '10.0.0.1')).toEqual({
    host: 'localhost',
    'x-forwarded-for': '1.2.3.4, 10.0.0.1',
    'x-forwarded-proto': 'https',
  });
  expect(forwardedHeaders({}, '10.0.0.1')['x-forwarded-for']).toBe('10.0.0.1');
});
