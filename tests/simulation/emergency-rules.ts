/** The decisions of the emergency protocol, as the services call them; a mutation replaces one. */
import { availabilityAt, type Outage } from '#domain/emergency/availability.ts';
import { contactMailWait } from '#domain/emergency/contact-hours.ts';
import { countsFrom, nextStep } from '#domain/emergency/protocol.ts';
import { runningOf } from '#domain/emergency/running.ts';
import { DAY } from '#domain/time/durations.ts';
import { CLOCK_RULES } from './clocks.ts';

export const EMERGENCY_RULES = {
  ...CLOCK_RULES,
  nextStep,
  countsFrom,
  contactMailWait,
  runningOf,
  /** @param lastBeat by the database's clock */
  availabilityAt: (recorded: readonly Outage[], lastBeat: number, now: number) =>
    availabilityAt(recorded, lastBeat, now, DAY),
  /** A silence that lasts is recorded as an outage when it ends. */
  recordsOutages: true,
  /** After the clock was in doubt, owners who had been warned are warned again. */
  warnsAgain: true,
  /** A check-in withdraws the warnings that wait and begins a new episode. */
  endsEpisodes: true,
};
export type EmergencyRules = typeof EMERGENCY_RULES;
