import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { exampleLetters, landingClaims as texts } from '#messages/en/landing.ts';
import { say, sayAll } from '#messages/say.ts';

/** A heading with its text. */
interface Entry {
  name: string;
  words: string;
}

/** @returns how it works, in order */
export function steps(): Entry[] {
  return Object.values(sayAll(texts.steps));
}

/** @returns the features, in order */
export function features(): Entry[] {
  const protocol = texts.emergencyProtocol;
  const [inactiveMin, inactiveMax] = [INACTIVE_DAYS.min, INACTIVE_DAYS.max];
  const [safetyMin, safetyMax] = [SAFETY_DAYS.min, SAFETY_DAYS.max];
  return [
    sayAll(texts.timeCapsule),
    sayAll(texts.digitalWill),
    { name: say(protocol.name), words: say(protocol.words, { inactiveMin, inactiveMax, safetyMin, safetyMax }) },
    sayAll(texts.scheduledDelivery),
    sayAll(texts.secureStorage),
    sayAll(texts.memoryVault),
  ];
}

/** @returns who can read an item, and what is not encrypted */
export function readable(): string[] {
  return texts.readable.map((text) => say(text));
}

/** @returns who cannot read an item */
export function unreadable(): string[] {
  return texts.unreadable.map((text) => say(text));
}

/** @returns the four product claims of spec.md, each with what it means here */
export function productClaims(): Entry[] {
  return [sayAll(texts.encryption), sayAll(texts.endToEnd), sayAll(texts.delivery), sayAll(texts.timeCapsules)];
}

/** @returns every sentence about the product */
export function claims(): string[] {
  const entries = [...steps(), ...features(), ...productClaims()].map(({ words }) => words);
  return [say(texts.opening), say(texts.free), ...entries, ...unreadable(), ...readable(), say(texts.prices)];
}

/** An example letter. The date is that of its postmark; null on a letter that the emergency protocol sends. */
interface Beginning extends Entry {
  by: string;
  day: { month: string; day: string; year: string } | null;
}

/** @returns four example letters; they claim nothing about the product */
export function beginnings(): Beginning[] {
  const { birthday, papers, wedding, yourself } = sayAll(exampleLetters);
  return [
    { ...birthday, day: { month: birthday.month, day: '4', year: '2040' } },
    { ...papers, day: null },
    { ...wedding, day: { month: wedding.month, day: '12', year: '2027' } },
    { ...yourself, day: { month: yourself.month, day: '1', year: '2036' } },
  ];
}
