import { ACCOUNT_IDS, CONTACT_IDS, FILE_IDS, LETTER_IDS } from './ids.ts';
import * as letters from './letters.ts';
import type { SeedAccount, SeedFile } from './shapes.ts';

export const PASSWORD = 'stillhere';
/** The hash of the password. Hashing it takes a quarter of a second, too long for each demo and test account. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=65536,t=3,p=1$7nw5nHreccqWETP12sX8XQ$vJZ0pPJYR0HqkLGcb7RFb87MIkmqPDuO8X87ggXxp2s';
export const ZONE = 'Europe/Lisbon';

const FREE: SeedAccount = {
  id: ACCOUNT_IDS.free,
  email: 'free@example.com',
  name: 'Marta Nunes',
  plan: 'free',
  letters: [
    { id: LETTER_IDS.tryingItOut, title: 'Rain, and a trumpet', text: letters.TRYING_IT_OUT, writtenDaysAgo: 3 },
  ],
};

const PLUS: SeedAccount = {
  id: ACCOUNT_IDS.plus,
  email: 'plus@example.com',
  name: 'Rui Tavares',
  plan: 'plus',
  letters: [
    {
      id: LETTER_IDS.beforeTheHarvest,
      title: 'Before the harvest',
      text: letters.BEFORE_THE_HARVEST,
      writtenDaysAgo: 71,
    },
    {
      id: LETTER_IDS.thirtyYears,
      title: 'Thirty years, and nineteen times lost',
      text: letters.THIRTY_YEARS,
      writtenDaysAgo: 12,
      delivery: {
        to: 'graca@example.com',
        name: 'Graça',
        state: { kind: 'pending', at: { year: 2033, day: '06-11', time: '08:00' } },
      },
    },
  ],
};

const FILES: readonly SeedFile[] = [
  {
    id: FILE_IDS.yourRoom,
    title: 'Your room, the winter you were two',
    type: 'image',
    file: 'window.webp',
    contentType: 'image/webp',
    name: 'quarto da Ana.webp',
    isEmergency: true,
    writtenDaysAgo: 40,
    delivery: { to: 'ines@example.com', name: 'Inês', state: { kind: 'opened', daysAgo: 3 } },
  },
  {
    id: FILE_IDS.fiveCandles,
    title: 'Five candles',
    type: 'video',
    file: 'candles.mp4',
    contentType: 'video/mp4',
    name: 'cinco velas.mp4',
    writtenDaysAgo: 17,
    delivery: {
      to: 'joao@example.com',
      name: 'João',
      state: { kind: 'pending', at: { year: 2027, day: '05-04', time: '08:00' } },
    },
  },
  {
    id: FILE_IDS.theOldBoat,
    title: 'The last evening of the old boat',
    type: 'image',
    file: 'sea.webp',
    contentType: 'image/webp',
    name: 'DSC_0412.webp',
    writtenDaysAgo: 9,
    isPublic: true,
  },
  {
    id: FILE_IDS.fromThePass,
    title: 'From the pass, the morning we decided',
    type: 'image',
    file: 'hills.webp',
    contentType: 'image/webp',
    name: 'serra.webp',
    writtenDaysAgo: 22,
    isPublic: true,
  },
  {
    id: FILE_IDS.beforeTheSong,
    title: 'She blew before the song was over',
    type: 'video',
    file: 'candles.mp4',
    contentType: 'video/mp4',
    name: 'parabens.mp4',
    writtenDaysAgo: 31,
    isPublic: true,
  },
  {
    id: FILE_IDS.hummed,
    title: 'What my mother hummed while she ironed',
    type: 'audio',
    file: 'tune.mp3',
    contentType: 'audio/mpeg',
    name: 'mae.mp3',
    writtenDaysAgo: 15,
    isPublic: true,
  },
  {
    id: FILE_IDS.schoolPicture,
    title: 'Names of everyone in the school picture',
    type: 'file',
    file: 'names.pdf',
    contentType: 'application/pdf',
    name: 'Names of everyone in the 1974 school picture.pdf',
    isEmergency: true,
    writtenDaysAgo: 38,
    isPublic: true,
  },
];

const PREMIUM: SeedAccount = {
  id: ACCOUNT_IDS.premium,
  email: 'premium@example.com',
  name: 'Helena Duarte',
  plan: 'premium',
  contacts: [
    { id: CONTACT_IDS.rui, name: 'Rui Duarte', email: 'rui.duarte@example.com' },
    { id: CONTACT_IDS.marta, name: 'Marta Lind', email: 'marta.lind@example.com' },
  ],
  files: FILES,
  letters: [
    {
      id: LETTER_IDS.theHat,
      title: 'What the sea did with my father’s hat',
      text: letters.THE_HAT,
      writtenDaysAgo: 5,
      isPublic: true,
    },
    {
      id: LETTER_IDS.afterUs,
      title: 'To whoever lives in this house after us',
      text: letters.AFTER_US,
      writtenDaysAgo: 12,
      isPublic: true,
    },
    {
      id: LETTER_IDS.withoutNumbers,
      title: 'A recipe without numbers',
      text: letters.WITHOUT_NUMBERS,
      writtenDaysAgo: 24,
      isPublic: true,
    },
    {
      id: LETTER_IDS.theSoup,
      title: 'The soup, exactly',
      text: letters.THE_SOUP,
      writtenDaysAgo: 310,
      delivery: { to: 'joao@example.com', name: 'João', state: { kind: 'opened', daysAgo: 44 } },
    },
    {
      id: LETTER_IDS.whereEverythingIs,
      title: 'Where everything is',
      text: letters.WHERE_EVERYTHING_IS,
      isEmergency: true,
      writtenDaysAgo: 264,
    },
    {
      id: LETTER_IDS.aboutTheBoat,
      title: 'About the boat',
      text: letters.ABOUT_THE_BOAT,
      writtenDaysAgo: 190,
      // The simulated SendGrid bounces each mail to an address with "bounce" before the @.
      delivery: { to: 'tomas.bounce@example.com', name: 'Tomás', state: { kind: 'bounced', daysAgo: 6 } },
    },
    {
      id: LETTER_IDS.eighteen,
      title: 'Eighteen',
      text: letters.EIGHTEEN,
      writtenDaysAgo: 157,
      delivery: {
        to: 'ana@example.com',
        name: 'Ana',
        state: { kind: 'pending', at: { year: 2040, day: '05-04', time: '07:30' } },
      },
    },
    {
      id: LETTER_IDS.onThePlatform,
      title: 'What I did not say on the platform',
      text: letters.ON_THE_PLATFORM,
      writtenDaysAgo: 98,
      delivery: { to: 'ines@example.com', name: 'Inês', state: { kind: 'delivered', daysAgo: 2 } },
    },
    {
      id: LETTER_IDS.seventhSummer,
      title: 'Your seventh summer',
      text: letters.SEVENTH_SUMMER,
      writtenDaysAgo: 85,
      delivery: {
        to: 'ana@example.com',
        name: 'Ana',
        state: { kind: 'pending', at: { year: 2029, day: '06-21', time: '10:00' } },
      },
    },
    {
      id: LETTER_IDS.toMyself,
      title: 'To me, a year from now',
      text: letters.TO_MYSELF,
      writtenDaysAgo: 33,
      delivery: {
        to: 'premium@example.com',
        name: null,
        state: { kind: 'pending', at: { year: 2027, day: '10-19', time: '08:00' } },
      },
    },
    {
      id: LETTER_IDS.turningForty,
      title: 'For the morning you turn forty',
      text: letters.TURNING_FORTY,
      writtenDaysAgo: 9,
      delivery: {
        to: 'joao@example.com',
        phone: '+351912345678',
        name: 'João',
        state: { kind: 'pending', at: { inDays: 20, time: '08:15' } },
      },
    },
    {
      id: LETTER_IDS.yourKey,
      title: 'Your key, beside mine',
      text: letters.YOUR_KEY,
      writtenDaysAgo: 158,
      delivery: {
        to: 'margarida@example.com',
        name: 'Margarida',
        isOfGroup: true,
        state: { kind: 'pending', at: { inDays: 24, time: '18:00' }, isAsked: true },
      },
    },
    {
      id: LETTER_IDS.yourName,
      title: 'How we chose your name',
      text: letters.YOUR_NAME,
      writtenDaysAgo: 3,
      delivery: {
        to: 'ana@example.com',
        name: 'Ana',
        state: { kind: 'pending', at: { year: 2031, day: '05-04', time: '09:00' } },
      },
    },
  ],
};

export const ACCOUNTS: readonly SeedAccount[] = [FREE, PLUS, PREMIUM];
