/** Every verb is in one of two lists: it needs a recent proof, or it does not, for a reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import { OPERATIONS } from '#app/api/operations.ts';
import {
  callNeedsProof,
  FREE_CALLS,
  FREE_PAGES,
  formNeedsProof,
  GUARDED_CALLS,
  GUARDED_PAGES,
} from '#app/middleware/sensitive-verbs.ts';
import routes from '#app/routes.ts';
import { ROOT } from '#dev/build.ts';
import { changeContentSchema } from '#domain/content/content.schema.ts';

const ACTION = /^export (?:(?:async )?function|const) action\b|^export \{[^}]*\baction\b/m;
const SENDS_AGAIN = /^export \{ clientMiddleware \} from '#app\/http\/prove-first\.ts'|\bsendOrThrow\(sent, error\)/m;
const PAGE = /^export default\b/m;

const listed = (guarded: object, free: object) => [...Object.keys(guarded), ...Object.keys(free)].toSorted();

interface Verb {
  path: string;
  source: string;
}

/** @returns every address with a form, and those of signed-in people that answer with something other than a page */
function verbsOf(entries: readonly RouteConfigEntry[], isOwn = false, above = ''): Verb[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    const source = readFileSync(join(ROOT, 'app', file), 'utf8');
    const isVerb = ACTION.test(source) || (isOwn && !PAGE.test(source));
    return [
      ...(isVerb ? [{ path: own, source }] : []),
      ...verbsOf(children, isOwn || file === 'routes/signed-in.tsx', own),
    ];
  });
}

const PAGE_VERBS = verbsOf(routes as RouteConfigEntry[]);

test('each call that changes or exports something is in one list', () => {
  // A call that gives no described answer gives a file, or everything in lines.
  const isVerb = ({ method, auth, answer }: (typeof OPERATIONS)[number]) =>
    method !== 'GET' || (auth === 'token' && answer === null);
  const verbs = OPERATIONS.filter(isVerb).map(({ id }) => id);
  expect(listed(GUARDED_CALLS, FREE_CALLS)).toEqual(verbs.toSorted());
});

test('each form and each export of the pages is in one list', () => {
  expect(listed(GUARDED_PAGES, FREE_PAGES)).toEqual(PAGE_VERBS.map(({ path }) => path).toSorted());
});

test('each form that needs a proof is sent again as a document where a script sent it first', () => {
  const asking = PAGE_VERBS.filter(({ path, source }) => formNeedsProof(path, undefined) && ACTION.test(source));
  expect(asking.length).toBeGreaterThan(0);
  for (const { path, source } of asking) expect([path, SENDS_AGAIN.test(source)]).toEqual([path, true]);
});

test('every change of an item asks for a proof where the item is public, but for making it private alone', () => {
  const fields = Object.keys(changeContentSchema.shape).filter((field) => !/^is_(public|emergency)$/.test(field));
  expect(fields.length).toBeGreaterThan(0);
  for (const field of fields) {
    const bodies = [{ [field]: '' }, { [field]: false, is_public: false }];
    expect([field, ...bodies.map((body) => callNeedsProof('changeContent', body))]).toEqual([
      field,
      'public',
      'public',
    ]);
    expect(callNeedsProof('changeContent', { [field]: '', is_public: true })).toBe(true);
  }
  expect(callNeedsProof('restoreVersion', undefined)).toBe('public');
});

test('each verb without a proof has its reason', () => {
  for (const [verb, reason] of Object.entries({ ...FREE_CALLS, ...FREE_PAGES }))
    expect([verb, reason]).toEqual([verb, expect.stringMatching(/^[A-Z].{20,}\.$/)]);
});

test('each call that can say that something is public needs a proof for it, whatever else it saves', () => {
  const says = (schema: unknown) => 'is_public' in ((schema as { shape?: object } | null)?.shape ?? {});
  const publishing = OPERATIONS.filter(({ method, body, form }) => method !== 'GET' && (says(body) || says(form)));
  expect(publishing.map(({ id }) => id).toSorted()).toEqual(['changeContent', 'uploadContent', 'uploadFile']);
  for (const { id } of publishing)
    expect([id, callNeedsProof(id, { is_public: true }), callNeedsProof(id, { is_public: false })]).toEqual([
      id,
      true,
      false,
    ]);
  for (const path of ['/create', '/create/upload'])
    expect([formNeedsProof(path, { is_public: true }), formNeedsProof(path, { is_public: false })]).toEqual([
      true,
      false,
    ]);
});

test('publishing and what contacts get need a proof where a call changes it, and making it private does not', () => {
  const needs = (body: unknown) => callNeedsProof('changeContent', body);
  expect([needs({ is_public: true }), needs({ is_emergency: true }), needs({ is_emergency: false })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([needs({ is_public: false }), needs({ is_public: undefined }), needs(undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});
