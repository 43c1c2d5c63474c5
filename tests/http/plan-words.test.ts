/** What changing a plan costs, as a sum that a person can follow. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { switchWords } from '#app/plans/plan-words.ts';
import type { PlanType } from '#domain/subscription/plan.ts';
import type { SwitchPreview } from '#services/ports/payments.ts';
import type { PaidPlan } from '#services/subscription/subscription-state.ts';

const AT = Date.parse('2026-12-07T11:29:00Z');

/** The question for a plan that is paid until 22 December 2026. */
function wordsFor(from: PlanType, to: PlanType, amounts: Omit<SwitchPreview, 'at'>) {
  const paid = { planType: from, periodEndsAt: new Date('2026-12-22T11:29:00Z') } as PaidPlan;
  return switchWords(paid, to, { ...amounts, at: AT }, 'Europe/London');
}
const billOf = (...change: Parameters<typeof wordsFor>) =>
  wordsFor(...change).facts.map(({ term, text }) => [term, text]);

/** @returns cents: "−$4.99" is -499 */
function centsIn(text: string): number {
  const [, minus, whole = '0', cents = '00'] = /^(−?)\$([\d,]+)(?:\.(\d\d))?$/.exec(text) ?? [];
  const size = Number(whole.replaceAll(',', '')) * 100 + Number(cents);
  return minus ? -size : size;
}

describe('the bill', () => {
  test('of a larger plan is its price to the end of the period, less the credit', () => {
    expect(billOf('plus_monthly', 'premium_monthly', { price: 999, credit: 500, dueNow: 499 })).toEqual([
      ['You have', 'Plus, $5 a month'],
      ['You get', 'Premium, $10 a month'],
      ['Premium until 22 December 2026', '$9.99'],
      ['Credit from your current plan', '−$5'],
      ['To pay now', '$4.99'],
      ['Next payment', '$10 a month, on 22 December 2026'],
    ]);
  });

  test('of another interval is its price for all of the new period', () => {
    expect(billOf('plus_monthly', 'premium_yearly', { price: 10_000, credit: 241, dueNow: 9_759 }).slice(2)).toEqual([
      ['Premium until 7 December 2027', '$100'],
      ['Credit from your current plan', '−$2.41'],
      ['To pay now', '$97.59'],
      ['Next payment', '$100 a year, on 7 December 2027'],
    ]);
  });

  test('of a smaller plan shows the credit that is left', () => {
    expect(billOf('premium_monthly', 'plus_monthly', { price: 250, credit: 499, dueNow: 0 }).slice(2)).toEqual([
      ['Plus until 22 December 2026', '$2.50'],
      ['Credit from your current plan', '−$4.99'],
      ['To pay now', 'Nothing'],
      ['Left as credit', '$2.49'],
      ['Next payment', '$5 a month, on 22 December 2026. Your credit is used first.'],
    ]);
  });

  test('names earlier credit, and what is still owed', () => {
    const rest = (dueNow: number) =>
      billOf('plus_monthly', 'premium_monthly', { price: 1_000, credit: 500, dueNow }).slice(4, -1);
    expect(rest(200)).toEqual([
      ['Your earlier credit', '−$3'],
      ['To pay now', '$2'],
    ]);
    expect(rest(600)).toEqual([
      ['Still owed from before', '$1'],
      ['To pay now', '$6'],
    ]);
  });

  test('adds up to the cent', () => {
    const cents = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: -5_000, max: 5_000 }), (price, credit, balance) => {
        const dueNow = Math.max(0, price - credit + balance);
        const facts = wordsFor('plus_monthly', 'premium_monthly', { price, credit, dueNow }).facts.slice(2, -1);
        const sum = facts.findIndex(({ isSum }) => isSum);
        const added = facts.slice(0, sum).reduce((all, { text }) => all + centsIn(text), 0);
        const left = facts.slice(sum + 1).reduce((all, { text }) => all + centsIn(text), 0);
        expect(added + left).toBe(dueNow);
      }),
    );
  });
});

test('says until when the price is valid', () => {
  const { until } = wordsFor('plus_monthly', 'premium_monthly', { price: 999, credit: 500, dueNow: 499 });
  expect(until).toBe('This price is valid until 11:44.');
});
