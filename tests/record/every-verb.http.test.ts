/** Makes every call that changes something, and compares what changed with the record. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '#app/api/operation.ts';
import { OPERATIONS } from '#app/api/operations.ts';
import { filesForm, newClient } from '#tests/api/client.ts';
import { ROWS } from '#tests/api/rows.ts';
import { PNG } from '#tests/http/files.ts';
import { startWithVendors, type WithVendors } from '#tests/http/vendors.ts';

let vendors: WithVendors;
beforeAll(async () => {
  vendors = await startWithVendors();
});
afterAll(() => vendors?.stop());

/** Where what happens to a person is saved, and the column that says whose it is. */
const TABLES = {
  users: 'id',
  sessions: 'user_id',
  known_devices: 'user_id',
  identities: 'user_id',
  pictures: 'user_id',
  subscriptions: 'owner_id',
  trusted_contacts: 'owner_id',
  emergency_protocols: 'owner_id',
  contents: 'owner_id',
  content_versions: 'owner_id',
  parcels: 'owner_id',
  deliveries: 'owner_id',
  api_tokens: 'user_id',
  webhooks: 'owner_id',
  totp_factors: 'user_id',
  recovery_codes: 'user_id',
  passkeys: 'user_id',
  emergency_plan_items: 'owner_id',
  warning_channels: 'owner_id',
  rehearsals: 'owner_id',
  duress_holds: 'owner_id',
};

/** Of a row of a plan, what is more than when we last compared it. */
const PLAN = '(t.plan, t.paid_each, t.is_ending)';

/** What counts of a row, where not all of it does: a proof that a session is its owner's changes nothing that they have. */
const PARTS: Readonly<Record<string, string>> = { subscriptions: PLAN, sessions: "(to_jsonb(t) - 'proved_at')" };

/** @returns all rows of a person as text */
async function rowsOf(id: string): Promise<string> {
  const parts = Object.entries(TABLES).map(([table, column]) => {
    const row = PARTS[table] ?? 't';
    return `select '${table} ' || coalesce(string_agg(${row}::text, ' ' order by ${row}::text), '') as rows
      from ${table} t where ${column} = '${id}'`;
  });
  return (await vendors.web.query<{ rows: string }>(parts.join(' union all '))).map(({ rows }) => rows).join('\n');
}

const kindsOf = (id: string) =>
  vendors.web.query<{ kind: string }>('select kind from record_entries where account_id = ? order by seq', [id]);

async function make({ method, path, filePart, id }: Operation) {
  const { web } = vendors;
  const owner = await newClient(web);
  const good = await ROWS[id]?.(owner, web);
  if (!good) throw new Error(`${id} has no row in rows.ts.`);
  const form = good.form && filesForm(good.form, good.files ?? {});
  if (form && !good.files) form.append(filePart, new Blob([new Uint8Array(PNG)]), 'sea.png');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => good.params?.[name] ?? '');
  const before = { rows: await rowsOf(owner.id), kinds: await kindsOf(owner.id) };
  const response = await web.fetch(`/api${filled}?${new URLSearchParams(good.query ?? {})}`, {
    method,
    body: form ?? (good.json ? JSON.stringify(good.json) : null),
    headers: {
      ...(good.json ? { 'content-type': 'application/json' } : {}),
      authorization: `Bearer ${owner.token}`,
      ...good.headers,
    },
  });
  await response.text();
  return { status: response.status, before, rows: await rowsOf(owner.id), kinds: await kindsOf(owner.id) };
}

test.each(OPERATIONS.filter(({ method }) => method !== 'GET'))('$id records what it changes', async (operation) => {
  const { status, before, rows, kinds } = await make(operation);
  // What is refused here changes nothing, which is checked all the same.
  const appended = kinds.slice(before.kinds.length).map(({ kind }) => kind);
  if (operation.id === 'deleteAccount') {
    expect([status, kinds]).toEqual([204, []]);
    return;
  }
  expect([status, rows === before.rows || appended.length > 0, appended]).toEqual([status, true, appended]);
});

test('the walk makes most calls with success, and they record many kinds', async () => {
  const changing = OPERATIONS.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(changing.length).toBeGreaterThan(40);
  const kinds = await vendors.web.query<{ kind: string }>('select distinct kind from record_entries');
  expect(kinds.length).toBeGreaterThan(25);
});
