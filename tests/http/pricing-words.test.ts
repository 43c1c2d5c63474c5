/** What the page of the plans says, word for word as spec.md sections 2, 6 and 9 have it. */
import { describe, expect, test } from 'vitest';
import { cardsFor, intervalFor, questions, wishIn } from '#app/plans/pricing-words.ts';
import { holds } from '#tests/spec/holds.ts';

const ON_PLUS = { plan: 'plus', interval: 'month' } as const;
const GIVEN = { plan: 'plus', interval: null } as const;

test('the three plans say what the table of the product says', () => {
  holds('S6-4');
  const said = cardsFor('visitor', null).map(({ name, price, entitlements }) => [
    name,
    price.month,
    price.year,
    ...entitlements.map(({ words, isIncluded }) => (isIncluded ? words : `no ${words}`)),
  ]);
  const delivering = ['Unlimited upload', 'Email delivery', 'WhatsApp delivery', 'Emergency protocol'];
  const none = ['no Email delivery', 'no WhatsApp delivery', 'no Emergency protocol', 'no Public sharing'];
  expect(said).toEqual([
    ['Free', '$0', '$0', '50 MB storage', 'Upload only', ...none],
    ['Plus', '$5', '$50', '3 GB storage', ...delivering, 'no Public sharing'],
    ['Premium', '$10', '$100', '10 GB storage', ...delivering, 'Public sharing'],
  ]);
});

test('a year leaves two months free, as the badge says, and the answers have the figures of the rules', () => {
  const [, plus] = cardsFor('visitor', null);
  expect(Number(plus?.price.year.slice(1))).toBe(10 * Number(plus?.price.month.slice(1)));
  const all = questions().map(({ answer }) => answer);
  for (const claim of ['within 30 days', 'cancel anytime', '256-bit encryption', '$50 for Plus and $100 for Premium'])
    expect(all.join(' ')).toContain(claim);
});

describe('the way to each plan', () => {
  const ways = (...looker: Parameters<typeof cardsFor>) =>
    cardsFor(...looker).map(({ way: { month, year } }) =>
      [month, year].map((way) => way && [way.label, way.kind === 'go' ? way.to : way.value].join(' ')),
    );

  test('is a button for whoever pays for none', () => {
    holds('C-2');
    const paid = [
      ['Subscribe Now plus_monthly', 'Subscribe Now plus_yearly'],
      ['Subscribe Now premium_monthly', 'Subscribe Now premium_yearly'],
    ];
    const free = { plan: 'free', interval: null } as const;
    for (const looker of ['visitor', free] as const)
      expect(ways(looker, '/schedule')).toEqual([['Get Started free', 'Get Started free'], ...paid]);
  });

  test('shows first what it costs to whoever pays already, and manages what they have', () => {
    const back = 'Go back to Free /profile/plan';
    expect(ways(ON_PLUS, '/create')).toEqual([
      [back, back],
      ['Manage /profile/plan', 'Subscribe Now /profile/plan/switch?plan_type=plus_yearly&to=%2Fcreate'],
      [
        'Subscribe Now /profile/plan/switch?plan_type=premium_monthly&to=%2Fcreate',
        'Subscribe Now /profile/plan/switch?plan_type=premium_yearly&to=%2Fcreate',
      ],
    ]);
  });

  test('is a payment for more than was given, and nothing for less', () => {
    const manage = 'Manage /profile/plan';
    expect(ways(GIVEN, null)).toEqual([
      [null, null],
      [manage, manage],
      ['Subscribe Now premium_monthly', 'Subscribe Now premium_yearly'],
    ]);
  });
});

test('the plan that somebody has is marked, with how it is paid', () => {
  const marks = (...looker: Parameters<typeof cardsFor>) => cardsFor(...looker).map(({ current }) => current);
  expect(marks(ON_PLUS, null)).toEqual([null, 'Current plan, paid monthly', null]);
  expect(marks(GIVEN, null)).toEqual([null, 'Current plan', null]);
  expect(marks('visitor', null)).toEqual([null, null, null]);
});

test.each([
  ['yearly', 'visitor', 'year'],
  ['monthly', { plan: 'plus', interval: 'year' }, 'month'],
  [null, { plan: 'plus', interval: 'year' }, 'year'],
  ['weekly', 'visitor', 'month'],
] as const)('%j in the address shows %j the prices of a %s', (asked, looker, shown) => {
  expect(intervalFor(asked, looker)).toBe(shown);
});

test('a wish goes on only where that plan can still be chosen', () => {
  const free = { plan: 'free', interval: null } as const;
  const wish = (asked: string, looker: Parameters<typeof cardsFor>[0]) => wishIn(asked, looker, cardsFor(looker, null));
  expect(wish('plus_yearly', free)).toEqual({
    planType: 'plus_yearly',
    interval: 'year',
    words: 'Plus, paid yearly, for $50',
  });
  for (const [asked, looker] of [
    ['plus_yearly', 'visitor'],
    ['gold', free],
    ['plus_yearly', ON_PLUS],
    ['plus_yearly', GIVEN],
  ] as const)
    expect(wish(asked, looker)).toBeNull();
});
