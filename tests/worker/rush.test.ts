/** In a rush the worker leaves the engine alone. */
import type { SlotReserveContext } from '@temporalio/worker';
import { expect, it, vi } from 'vitest';
import { SECOND } from '#domain/time/durations.ts';
import { Rush, workflowSlots } from '#worker/rush.ts';

const CONTEXT = { slotType: 'workflow' } as SlotReserveContext;
const RELEASED = { permit: {} };

/** Slots, and how many were given to those who wait for one. */
function slotsOf(rush: Rush) {
  const slots = workflowSlots(rush);
  const abort = new AbortController();
  let given = 0;
  const reserve = () => slots.reserveSlot(CONTEXT, abort.signal).then(() => (given += 1));
  return { slots, reserve, abort, given: () => given };
}

/** Lets everything run that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

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

it('takes no task of a workflow from the engine in a rush, and takes it afterwards', async () => {
  const rush = new Rush();
  const { slots, reserve, given } = slotsOf(rush);
  rush.sent('email', 50, 50);
  const reserved = reserve();
  expect(slots.tryReserveSlot(CONTEXT)).toBeNull();
  await settled();
  expect(given()).toBe(0);
  rush.sent('email', 0, 50);
  await reserved;
  expect(slots.tryReserveSlot(CONTEXT)).not.toBeNull();
});

it('takes forty tasks at once, and the next as soon as one is done', async () => {
  const { slots, reserve, given } = slotsOf(new Rush());
  for (let task = 0; task < 42; task++) void reserve();
  await settled();
  expect([given(), slots.tryReserveSlot(CONTEXT)]).toEqual([40, null]);
  slots.releaseSlot(RELEASED);
  await settled();
  expect(given()).toBe(41);
});

it('stops waiting for a slot when the worker stops, in a rush and when all are taken', async () => {
  const rush = new Rush();
  rush.sent('email', 50, 50);
  const inRush = slotsOf(rush);
  const full = slotsOf(new Rush());
  for (let task = 0; task < 40; task++) void full.reserve();
  await settled();
  // The SDK takes only the reason itself for an end that it asked for.
  const reason = new Error('the worker stops');
  const waiting = [inRush, full].map(({ reserve }) => expect(reserve()).rejects.toBe(reason));
  inRush.abort.abort(reason);
  full.abort.abort(reason);
  await Promise.all(waiting);
});
