import { expect, it } from 'vitest';
import { type ClockMemory, compareClocks } from '#domain/emergency/database-clock.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';

const GAP = 5 * MINUTE;
const START = Date.UTC(2026, 10, 24);

/** What a process finds at each of these minutes: how far the clock is ahead, and what the others know. */
function found(minutes: { ahead: number; known: number; uptime?: number }[]): (number | null)[] {
  let memory: ClockMemory | null = null;
  return minutes.map(({ ahead, known, uptime }, index) => {
    const passed = uptime ?? index * MINUTE;
    const compared = compareClocks(memory, known, { now: START + passed + ahead, uptime: passed }, GAP);
    memory = compared.memory;
    return compared.noted;
  });
}

it('says once by how much the clock jumped, and when it agrees again', () => {
  expect(
    found([
      { ahead: 0, known: 0 },
      { ahead: DAY, known: 0 },
      { ahead: DAY, known: DAY },
      { ahead: 0, known: DAY },
      { ahead: 0, known: 0 },
    ]),
  ).toEqual([null, DAY, null, 0, null]);
});

it('takes a machine that slept for no jump: both clocks went on', () => {
  expect(
    found([
      { ahead: 0, known: 0 },
      { ahead: 0, known: 0, uptime: DAY },
    ]),
  ).toEqual([null, null]);
});

it('follows the others where it has not seen the jump itself, and follows an operator who accepts it', () => {
  expect(
    found([
      { ahead: DAY, known: 0 },
      { ahead: DAY, known: DAY },
      { ahead: DAY, known: DAY },
      { ahead: DAY, known: 0 },
      { ahead: DAY, known: 0 },
    ]),
  ).toEqual([null, null, null, null, null]);
});

it('notes only what is new where the clock jumped again before an operator accepted it', () => {
  expect(
    found([
      { ahead: 0, known: 0 },
      { ahead: -9 * DAY, known: 0 },
      { ahead: -9 * DAY, known: -9 * DAY },
      { ahead: -9 * DAY + 60 * MINUTE, known: 0 },
      { ahead: -9 * DAY + 60 * MINUTE, known: 60 * MINUTE },
      { ahead: -9 * DAY + 60 * MINUTE, known: 0 },
      { ahead: -9 * DAY, known: 0 },
    ]),
  ).toEqual([null, -9 * DAY, null, 60 * MINUTE, null, null, -60 * MINUTE]);
});

it('takes clocks that drift apart by a second in an hour for no jump', () => {
  const hours = Array.from({ length: 1_000 }, (_, hour) => ({
    ahead: hour * SECOND,
    known: 0,
    uptime: hour * 60 * MINUTE,
  }));
  expect(found(hours).every((one) => one === null)).toBe(true);
});

it('says that the clock moved after the last comparison before, less what clocks may be apart', () => {
  const at = (minutes: number, ahead: number) => ({
    now: START + minutes * MINUTE + ahead,
    uptime: minutes * MINUTE,
  });
  const first = compareClocks(null, 0, at(0, 0), GAP);
  const second = compareClocks(first.memory, 0, at(1, 0), GAP);
  expect([first.since, second.since]).toEqual([null, null]);
  // For three hours it could not ask the database.
  const noted = compareClocks(second.memory, 0, at(181, DAY), GAP);
  expect([noted.noted, noted.since]).toEqual([DAY, START + MINUTE + DAY - GAP]);
});
