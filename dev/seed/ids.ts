/** The ids of what the seed makes: fixed, so that documents, tests and bookmarks can name them. UUIDv7 in form. */
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const ACCOUNT_IDS = { free: id(1), plus: id(2), premium: id(3) } as const;

/** Letters; the delivery of each, its attempt and the like are numbered after it. */
export const LETTER_IDS = {
  tryingItOut: id(101),
  beforeTheHarvest: id(201),
  thirtyYears: id(202),
  whereEverythingIs: id(301),
  yourName: id(302),
  seventhSummer: id(303),
  eighteen: id(304),
  turningForty: id(305),
  toMyself: id(306),
  theSoup: id(307),
  onThePlatform: id(308),
  aboutTheBoat: id(309),
} as const;

/** @returns the id of the delivery of a letter; `part` names what hangs on it */
export function deliveryId(
  letterId: string,
  part: 'delivery' | 'contents' | 'attempt' | 'notice' = 'delivery',
): string {
  const offset = { delivery: 1_000, contents: 2_000, attempt: 3_000, notice: 4_000 }[part];
  return id(Number(letterId.slice(-12)) + offset);
}
