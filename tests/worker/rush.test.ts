/** How a worker knows that it is behind. */
import { expect, it, vi } from 'vitest';
import { SECOND } from '#domain/time/durations.ts';
import { Rush } from '#worker/rush.ts';

it('is on from a full batch to one that is not full, for each channel', () => {
  const rush = new Rush();
  rush.sent('email', 3, 50);
  expect(rush.isOn).toBe(false);
  rush.sent('email', 50, 50);
  rush.sent('sms', 50, 50);
  rush.sent('whatsapp', 0, 50);
  rush.sent('email', 49, 50);
  expect(rush.isOn).toBe(true);
  rush.sent('sms', 0, 50);
  expect(rush.isOn).toBe(false);
});

it('counts what is due as late for ten seconds after something overdue went out, and through a rush', () => {
  vi.useFakeTimers();
  try {
    const rush = new Rush();
    rush.sent('email', 0, 50);
    expect(rush.isLate).toBe(false);
    rush.sent('email', 1, 50);
    vi.advanceTimersByTime(9 * SECOND);
    expect(rush.isLate).toBe(true);
    vi.advanceTimersByTime(SECOND);
    expect(rush.isLate).toBe(false);
    rush.sent('email', 50, 50);
    vi.advanceTimersByTime(60 * SECOND);
    expect(rush.isLate).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
