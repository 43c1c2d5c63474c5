/** The table of plans, as spec.md has it, and the phrases that name plans. */
import { describe, expect, it } from 'vitest';
import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';
import {
  dollars,
  type Feature,
  lookupKeyOf,
  OFFERS,
  PLANS,
  type PlanType,
  plansHolding,
  plansWith,
  planTypeFor,
  planTypeOf,
} from '#domain/subscription/plan.ts';
import { sayEither, sayPlans } from '#messages/lists.ts';
import { holds } from '#tests/spec/holds.ts';

describe('the table', () => {
  it('has each plan that is sold, with its price', () => {
    holds('S1-6', 'S6-4', 'S9-10');
    const sending = { emailDelivery: true, whatsappDelivery: true, smsDelivery: true, emergencyProtocol: true };
    const nothing = {
      emailDelivery: false,
      whatsappDelivery: false,
      smsDelivery: false,
      emergencyProtocol: false,
      publicSharing: false,
    };
    expect(PLANS).toEqual({
      free: { name: 'Free', storage: 50 * MEGABYTE, ...nothing, price: { month: 0, year: 0 } },
      plus: {
        name: 'Plus',
        storage: 3 * GIGABYTE,
        ...sending,
        publicSharing: false,
        price: { month: 500, year: 5_000 },
      },
      premium: {
        name: 'Premium',
        storage: 10 * GIGABYTE,
        ...sending,
        publicSharing: true,
        price: { month: 1_000, year: 10_000 },
      },
    });
  });

  it('has prices in whole cents, and a year costs ten months', () => {
    holds('S9-10', 'C-22');
    for (const { price } of Object.values(PLANS)) {
      expect([price.month, price.year].every(Number.isSafeInteger)).toBe(true);
      expect(price.year).toBe(price.month * 10);
    }
  });

  it('gives each offer the same name here and at the provider', () => {
    holds('S3-11');
    for (const planType of Object.keys(OFFERS) as PlanType[]) {
      expect(planTypeOf(lookupKeyOf(planType))).toBe(planType);
      expect(planTypeFor(OFFERS[planType].plan, OFFERS[planType].interval)).toBe(planType);
    }
    for (const stranger of ['plus_weekly', 'toString', '', null, undefined]) expect(planTypeOf(stranger)).toBeNull();
  });
});

describe('the plans that would help', () => {
  it.each<[Feature, string[]]>([
    ['emailDelivery', ['Plus', 'Premium']],
    ['whatsappDelivery', ['Plus', 'Premium']],
    ['emergencyProtocol', ['Plus', 'Premium']],
    ['publicSharing', ['Premium']],
  ])('for %s', (feature, names) => {
    expect(plansWith(feature)).toEqual(names);
  });

  it.each<[number, string[]]>([
    [50 * MEGABYTE, ['Free', 'Plus', 'Premium']],
    [50 * MEGABYTE + 1, ['Plus', 'Premium']],
    [3 * GIGABYTE + 1, ['Premium']],
    [10 * GIGABYTE + 1, []],
  ])('for %i bytes', (bytes, names) => {
    expect(plansHolding(bytes)).toEqual(names);
  });

  it('names plans in sentences', () => {
    expect(['Plus', 'Premium'].map((name) => sayPlans([name]))).toEqual(['the Plus plan', 'the Premium plan']);
    expect([sayPlans(['Plus', 'Premium']), sayEither(['Plus', 'Premium'])]).toEqual([
      'the Plus and Premium plans',
      'Plus or Premium',
    ]);
  });
});

it.each([
  [0, '$0'],
  [5, '$0.05'],
  [70, '$0.70'],
  [500, '$5'],
  [1_250, '$12.50'],
  [10_000, '$100'],
  [123_456_789, '$1,234,567.89'],
  [-250, '−$2.50'],
])('writes %i cents as %s', (cents, written) => {
  expect(dollars(cents)).toBe(written);
});
