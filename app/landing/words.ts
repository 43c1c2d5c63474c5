/**
 * The texts of the landing page. Each sentence about the product has an id in docs/security.md, and a test that names the id
 * with `holds()`: tests/landing/claims.test.ts fails for a sentence without one.
 */
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';

interface Entry {
  /** The heading. */
  name: string;
  words: string;
}

/** Below the first heading. */
export const OPENING =
  'A letter for a birthday years away. The papers your brother will ask for. Your voice, reading one more story. Stillhere keeps them, and brings each one on the day you choose, or if one day you stop answering.';

/** Beside the first button. */
export const FREE = 'No card, no trial that runs out. Sending takes a plan, keeping does not.';

/** How it works, in order. */
export const STEPS: readonly Entry[] = [
  {
    name: 'Write it, or add it',
    words:
      'A letter, a photograph, a film, a recording, a scan of the deed. It goes into your vault, private, and encrypted before it is stored.',
  },
  {
    name: 'Say who, and when',
    words:
      'Choose a person, a date and an hour. It goes out by email or WhatsApp, even if that is in 2061. Until its hour comes you can change the day, or take it back.',
  },
  {
    name: 'Leave a light on',
    words:
      'If you wish, we ask from time to time whether you are still here. Only when you stop answering do the people you trust hear from us.',
  },
];

export const FEATURES: readonly Entry[] = [
  {
    name: 'Time Capsule',
    words: 'Something written today that opens on a day you name. Next spring, or in thirty years.',
  },
  {
    name: 'Digital Will',
    words: 'The account numbers, the wishes, the where-is-what. Set aside for the people who will have to know.',
  },
  {
    name: 'Emergency Protocol',
    words: `After ${INACTIVE_DAYS.min} to ${INACTIVE_DAYS.max} days without a sign from you, your contacts are told first. What you set aside follows ${SAFETY_DAYS.min} to ${SAFETY_DAYS.max} days later. One tap from you stops it.`,
  },
  {
    name: 'Scheduled Delivery',
    words: 'A date, an hour, a time zone. You see when it was sent, and you are told if it could not be.',
  },
  {
    name: 'Secure Storage',
    words: 'Every item is encrypted with a key of its own. You decide, item by item, what anyone else may see.',
  },
  { name: 'Memory Vault', words: 'Letters, images, video, audio and files on one shelf, the newest first.' },
];

/** Who cannot read an item. */
export const CANNOT: readonly string[] = [
  'By another account. What is yours stays yours until you make it public, one item at a time.',
  'By the person it is for, before the day. Until then there is no link to open.',
  'From a stolen copy of our database or disks. Without the keys, which are kept apart, every title, letter and file in it is noise.',
];

/** Who can read an item, and what is not encrypted. */
export const CAN: readonly string[] = [
  'By our running service, at the moment it shows you a letter or delivers it. It holds the keys, because your letter has to open on a day when you may not be there to unlock it.',
  'By whoever holds the link, once it has gone out. An email names the title, and its link opens the rest: it is as private as the mailbox or the phone that it goes to.',
  'Names, addresses and numbers, yours and of those you send to, and dates and sizes. We need them to do the work.',
];

/** The four product claims of spec.md, each with what it means here. */
export const CLAIMS: readonly (Entry & { isComing?: true })[] = [
  { name: '256-bit encryption', words: 'AES-256-GCM, with one key for each item.' },
  {
    name: 'End-to-end encryption',
    isComing: true,
    words:
      'Items that not even we can open come next. Until then each is encrypted on the way to us, while it is kept, and on the way to its reader, and we hold the keys in between. Anything we should never be able to open, lock before you add it.',
  },
  {
    name: 'Automatic delivery 24/7',
    words: 'Sending needs nobody at a desk. Each delivery ends as sent or failed, and you see which.',
  },
  { name: 'Unlimited time capsules', words: 'We count megabytes, never letters.' },
];

/** Below the heading of the prices. */
export const PRICES = 'In US dollars. A year costs ten months.';

/** Four example letters, in their writers' words. They claim nothing about the product. */
export const BEGINNINGS: readonly (Entry & { by: string; day: { month: string; day: string; year: string } | null })[] =
  [
    {
      name: 'A birthday far away',
      day: { month: 'MAY', day: '4', year: '2040' },
      words:
        '“You are eighteen today, and I am writing this while you try to feed a yoghurt to the cat. I want you to know you were loud, and funny, and entirely yourself from the first hour…”',
      by: 'A mother, to her daughter',
    },
    {
      name: 'Where everything is',
      day: null,
      words:
        '“The deed is in the blue folder. The boiler sticks: lift, then turn. Please give my books to the school and keep the one with the pressed fern…”',
      by: 'A father, to his two sons, if he stops answering',
    },
    {
      name: 'A voice at the wedding',
      day: { month: 'SEP', day: '12', year: '2027' },
      words:
        '“By the time you hear this you will both be crying, because your uncle cannot be trusted with a speech. So here is mine, and I will be brief…”',
      by: 'A recording of two minutes, from a grandmother',
    },
    {
      name: 'A note to yourself',
      day: { month: 'JAN', day: '1', year: '2036' },
      words:
        '“You were afraid this winter would not end. If you are reading this, it did. Did you keep the garden? Do you still walk before breakfast?”',
      by: 'Ten years ahead, to the same address',
    },
  ];

/** @returns every sentence about the product */
export function claims(): string[] {
  const entries = [...STEPS, ...FEATURES, ...CLAIMS].map(({ words }) => words);
  return [OPENING, FREE, ...entries, ...CANNOT, ...CAN, PRICES];
}
