/** The ids of the demo data: fixed, so that documents, tests and bookmarks can name them. They have the form of UUIDv7. */
const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const ACCOUNT_IDS = { free: id(1), plus: id(2), premium: id(3) } as const;

/** Trusted contacts. */
export const CONTACT_IDS = { rui: id(11), marta: id(12) } as const;

/** Letters. `deliveryId` derives the ids of their deliveries, attempts and notices. */
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
  theHat: id(310),
  afterUs: id(311),
  withoutNumbers: id(312),
  yourKey: id(313),
} as const;

/** Pictures, films, recordings and documents. `fileId` derives the ids of their files. */
export const FILE_IDS = {
  yourRoom: id(321),
  fiveCandles: id(322),
  theOldBoat: id(323),
  fromThePass: id(324),
  beforeTheSong: id(325),
  hummed: id(326),
  schoolPicture: id(327),
} as const;

/** @returns the id of the file of a content */
export function fileId(contentId: string): string {
  return id(Number(contentId.slice(-12)) + 5_000);
}

/** @returns the id of the delivery of a content; `part` selects another row of it */
export function deliveryId(
  contentId: string,
  part: 'delivery' | 'contents' | 'attempt' | 'notice' = 'delivery',
): string {
  const offset = { delivery: 1_000, contents: 2_000, attempt: 3_000, notice: 4_000 }[part];
  return id(Number(contentId.slice(-12)) + offset);
}
