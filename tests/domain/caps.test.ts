import { expect, it } from 'vitest';
import { capsOf } from '#domain/delivery/caps.ts';

it('gives Premium three times the new recipients and ten times the waiting deliveries of Plus', () => {
  const caps = { newRecipients: 20, pending: 500 };
  expect(capsOf(caps, 'plus')).toEqual(caps);
  expect(capsOf(caps, 'premium')).toEqual({ newRecipients: 60, pending: 5_000 });
});

it('has no cap on any plan where it is 0', () => {
  expect(capsOf({ newRecipients: 0, pending: 0 }, 'premium')).toEqual({ newRecipients: 0, pending: 0 });
});
