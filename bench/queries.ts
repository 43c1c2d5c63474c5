/**
 * How Postgres runs what workers repeat (recurring.ts), with many rows: each piece of work once, by its real function.
 * auto_explain sends the plan of each statement as it ran, with its own parameters, to the connection that ran it.
 */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { initOrm } from '#db/orm.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import type { TestServices } from '#tests/harness/services.ts';
import { plantRows } from './plant-rows.ts';
import { RECURRING, type Recurring } from './recurring.ts';

const SETTINGS = {
  client_min_messages: 'log',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};
/** Tables of at most so many rows are read whole rather than by an index. */
const SMALL = 1_000;

/** The parts of a plan that are shown; https://www.postgresql.org/docs/18/sql-explain.html */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A statement that ran. */
export interface Statement {
  milliseconds: number;
  plan: PlanNode;
}

/** One line of the table. */
export interface Line {
  name: string;
  every: string;
  /** How all of its statements find rows. */
  plan: string[];
  /** Of the slowest of its statements that read a table, as is the next. */
  milliseconds: number;
  rows: number;
  statements: number;
  /** Large tables that any of its statements read as a whole. */
  whole: string[];
}

/** @returns a statement from what auto_explain sends; null for another notice */
export function toStatement(notice: string | undefined): Statement | null {
  const [, milliseconds, plan] = /^duration: ([\d.]+) ms {2}plan:\s*(\{.*\})\s*$/s.exec(notice ?? '') ?? [];
  if (!milliseconds || !plan) return null;
  return { milliseconds: Number(milliseconds), plan: (JSON.parse(plan) as { Plan: PlanNode }).Plan };
}

/** @returns what is shown of one piece of work */
export function toLine({ name, every }: Pick<Recurring, 'name' | 'every'>, statements: readonly Statement[]): Line {
  const bySpeed = statements.toSorted((a, b) => b.milliseconds - a.milliseconds);
  // One that only writes says nothing about how rows are found.
  const slowest = bySpeed.find(({ plan }) => nodesOf(plan).some((node) => sourceOf(node).length > 0)) ?? bySpeed[0];
  const slowNodes = slowest ? nodesOf(slowest.plan) : [];
  const nodes = statements.flatMap(({ plan }) => nodesOf(plan));
  const whole = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && rowsOf(node) > SMALL)
    .map((node) => node['Relation Name'] ?? '');
  return {
    name,
    every,
    plan: [...new Set(nodes.flatMap(sourceOf))].sort(),
    milliseconds: slowest?.milliseconds ?? 0,
    rows: slowNodes.reduce((sum, node) => sum + rowsOf(node), 0),
    statements: statements.length,
    whole: [...new Set(whole)],
  };
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Where a node gets rows from. */
function sourceOf(node: PlanNode): string[] {
  if (node['Index Name']) return [`${node['Node Type']} ${node['Index Name']}`];
  return node['Node Type'] === 'Seq Scan' ? [`Seq Scan ${node['Relation Name']}`] : [];
}

/** How many rows a node read from its table, also those that it then left out. */
function rowsOf(node: PlanNode): number {
  // A bitmap's index hands on places; the rows are counted where they are read.
  if (!node['Relation Name'] || !node['Node Type'].endsWith('Scan')) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

/**
 * @param size how many deliveries; a fifth as many protocols
 * @returns whether no large table was read as a whole
 */
export async function measureQueries(services: TestServices, size: number): Promise<boolean> {
  const database = await createTestDatabase(services);
  try {
    console.log(`Planting ${size} deliveries and ${Math.ceil(size / 5)} protocols`);
    await plantRows(database.url, size);
    const lines = await runAll(database.url);
    show(lines);
    const isGood = lines.every(({ whole }) => whole.length === 0);
    console.log(isGood ? 'Goal met: no large table is read as a whole.' : 'GOAL NOT MET: see "whole tables".');
    return isGood;
  } finally {
    await database.drop();
  }
}

function show(lines: readonly Line[]): void {
  console.table(
    lines.map(({ plan, milliseconds, whole, ...line }) => ({
      ...line,
      ms: milliseconds.toFixed(1),
      'whole tables': whole.join(', '),
    })),
  );
  for (const { name, plan } of lines) console.log(`${name}: ${plan.join(', ')}`);
}

async function runAll(url: string): Promise<Line[]> {
  const keyring = new Keyring(`bench:${randomBytes(32).toString('base64')}`);
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`);
  let statements: Statement[] = [];
  const onPoolCreated = (pool: Pool) =>
    pool.on('connect', (client) =>
      client.on('notice', ({ message }) => {
        const statement = toStatement(message);
        if (statement) statements.push(statement);
      }),
    );
  // A query that takes longer than in production is to be seen, not to be ended.
  const driverOptions = { options: options.join(' '), onPoolCreated, statement_timeout: 0 };
  const orm = await initOrm(url, { pool: 5, driverOptions });
  try {
    const lines: Line[] = [];
    for (const work of RECURRING) {
      if (!work.run) continue;
      statements = [];
      await work.run({ fork: () => orm.em.fork(), keyring });
      lines.push(toLine(work, statements));
    }
    return lines;
  } finally {
    await orm.close(true);
  }
}
