/** What the bench of recurring queries reads from the plans of Postgres. */
import { expect, it } from 'vitest';
import { type PlanNode, toLine, toStatement } from '../../bench/queries.ts';

const WORK = { name: 'work', every: '1 min' };
const scan = (node: Partial<PlanNode>): PlanNode => ({
  'Node Type': 'Seq Scan',
  'Relation Name': 'deliveries',
  'Actual Rows': 1,
  'Actual Loops': 1,
  ...node,
});

it('reads a plan from what auto_explain sends, and ignores other notices', () => {
  const plan = scan({});
  const notice = `duration: 1.250 ms  plan:\n${JSON.stringify({ 'Query Text': 'select 1', Plan: plan })}`;
  expect([toStatement(notice), toStatement('relation exists, skipping')]).toEqual([{ milliseconds: 1.25, plan }, null]);
});

it('shows the indexes of all statements, and the rows that the slowest read, also those that it left out', () => {
  const bitmap = scan({ 'Node Type': 'Bitmap Index Scan', 'Index Name': 'by_day', 'Actual Rows': 9 });
  delete bitmap['Relation Name'];
  const heap = scan({ 'Node Type': 'Bitmap Heap Scan', 'Actual Rows': 2, 'Actual Loops': 3, Plans: [bitmap] });
  const slow = scan({
    'Node Type': 'ModifyTable',
    'Actual Rows': 6,
    Plans: [{ ...heap, 'Rows Removed by Filter': 1 }],
  });
  const line = toLine(WORK, [
    { milliseconds: 1, plan: scan({}) },
    { milliseconds: 5, plan: slow },
  ]);
  expect(line).toMatchObject({
    plan: ['Bitmap Index Scan by_day', 'Seq Scan deliveries'],
    rows: 9,
    milliseconds: 5,
    statements: 2,
    whole: [],
  });
});

it('names each large table that any statement read as a whole', () => {
  const whole = scan({ 'Rows Removed by Filter': 5_000 });
  const { whole: found } = toLine(WORK, [
    { milliseconds: 1, plan: whole },
    { milliseconds: 5, plan: scan({}) },
  ]);
  expect(found).toEqual(['deliveries']);
});
