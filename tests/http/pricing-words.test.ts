/** What the page of the plans says, word for word as spec.md sections 2, 6 and 9 have it. */
import { describe, expect, test } from 'vitest';
import { cardsFor, chosenOffer, intervalFor, questions } from '#app/plans/pricing-words.ts';
import { holds } from '#tests/spec/holds.ts';

const ON_PLUS = { plan: 'plus', interval: 'month' } as const;
const ON_PREMIUM = { plan: 'premium', interval: 'year' } as const;
const GIVEN = { plan: 'plus', interval: null } as const;

test('the three cards show what the specification lists', () => {
  holds('S6-4');
  const said = cardsFor('visitor', null).map(({ name, price, entitlements }) => [
    name,
    price.month,
    price.year,
    ...entitlements.map(({ words, isIncluded }) => (isIncluded ? words : `no ${words}`)),
  ]);
  const delivering = [
    'Unlimited upload: any number of items',
    'Email delivery',
    'WhatsApp delivery',
    'Emergency protocol',
  ];
  const none = ['no Email delivery', 'no WhatsApp delivery', 'no Emergency protocol', 'no Public sharing'];
  expect(said).toEqual([
    ['Free', '$0', '$0', '50 MB storage', 'Upload only: keep, but not send', ...none],
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

describe('the button of each plan', () => {
  const buttons = (...viewer: Parameters<typeof cardsFor>) =>
    cardsFor(...viewer).map(({ button: { month, year } }) =>
      [month, year].map(
        (button) => button && [button.label, button.kind === 'go' ? button.to : button.value].join(' '),
      ),
    );

  test('subscribes for visitors and accounts on Free', () => {
    holds('C-2');
    const paid = [
      ['Subscribe Now plus_monthly', 'Subscribe Now plus_yearly'],
      ['Subscribe Now premium_monthly', 'Subscribe Now premium_yearly'],
    ];
    const free = { plan: 'free', interval: null } as const;
    for (const viewer of ['visitor', free] as const)
      expect(buttons(viewer, '/schedule')).toEqual([['Get Started free', 'Get Started free'], ...paid]);
  });

  test('leads a paying account to its own plan, or to what a change costs', () => {
    const back = 'Change to Free /profile/plan';
    expect(buttons(ON_PLUS, '/create')).toEqual([
      [back, back],
      ['Manage /profile/plan', 'Change to yearly /profile/plan/switch?plan_type=plus_yearly&to=%2Fcreate'],
      [
        'Change to Premium /profile/plan/switch?plan_type=premium_monthly&to=%2Fcreate',
        'Change to Premium /profile/plan/switch?plan_type=premium_yearly&to=%2Fcreate',
      ],
    ]);
  });

  test('asks nobody on Premium to subscribe to less: the other plans say that they are a change', () => {
    expect(buttons(ON_PREMIUM, null)).toEqual([
      ['Change to Free /profile/plan', 'Change to Free /profile/plan'],
      [
        'Change to Plus /profile/plan/switch?plan_type=plus_monthly',
        'Change to Plus /profile/plan/switch?plan_type=plus_yearly',
      ],
      ['Change to monthly /profile/plan/switch?plan_type=premium_monthly', 'Manage /profile/plan'],
    ]);
  });

  test('subscribes an account with a given plan to a larger one, and offers it no smaller one', () => {
    const manage = 'Manage /profile/plan';
    expect(buttons(GIVEN, null)).toEqual([
      [null, null],
      [manage, manage],
      ['Change to Premium premium_monthly', 'Change to Premium premium_yearly'],
    ]);
  });
});

test('recommends Plus to visitors and accounts on Free only: to anyone else it may be less than what they have', () => {
  const recommended = (viewer: Parameters<typeof cardsFor>[0]) =>
    cardsFor(viewer, null)
      .filter(({ isRecommended }) => isRecommended)
      .map(({ name }) => name);
  expect(recommended('visitor')).toEqual(['Plus']);
  expect(recommended({ plan: 'free', interval: null })).toEqual(['Plus']);
  for (const viewer of [ON_PLUS, ON_PREMIUM, GIVEN]) expect(recommended(viewer)).toEqual([]);
});

test('marks the current plan, with how it is paid', () => {
  const labels = (...viewer: Parameters<typeof cardsFor>) => cardsFor(...viewer).map(({ current }) => current);
  expect(labels(ON_PLUS, null)).toEqual([null, 'Current plan, paid monthly', null]);
  expect(labels(GIVEN, null)).toEqual([null, 'Current plan', null]);
  expect(labels('visitor', null)).toEqual([null, null, null]);
});

test.each([
  ['yearly', 'visitor', 'year'],
  ['monthly', { plan: 'plus', interval: 'year' }, 'month'],
  [null, { plan: 'plus', interval: 'year' }, 'year'],
  ['weekly', 'visitor', 'month'],
] as const)('%j in the address shows %j the prices of a %s', (asked, viewer, shown) => {
  expect(intervalFor(asked, viewer)).toBe(shown);
});

test('continues with the offer in the address only where the account can subscribe to it', () => {
  const free = { plan: 'free', interval: null } as const;
  const chosen = (asked: string, viewer: Parameters<typeof cardsFor>[0]) =>
    chosenOffer(asked, viewer, cardsFor(viewer, null));
  expect(chosen('plus_yearly', free)).toEqual({
    planType: 'plus_yearly',
    interval: 'year',
    words: 'Plus, paid yearly, for $50',
  });
  for (const [asked, viewer] of [
    ['plus_yearly', 'visitor'],
    ['gold', free],
    ['plus_yearly', ON_PLUS],
    ['plus_yearly', GIVEN],
  ] as const)
    expect(chosen(asked, viewer)).toBeNull();
});
