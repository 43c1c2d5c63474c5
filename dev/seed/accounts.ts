import { ACCOUNT_IDS, LETTER_IDS } from './ids.ts';
import * as letters from './letters.ts';

export const PASSWORD = 'stillhere';
export const ZONE = 'Europe/Lisbon';

/** What has become of a delivery. Past ones are finished: the worker never sends them. */
export type SeedState =
  | { kind: 'pending'; at: { inDays: number; time: string } | { year: number; day: string; time: string } }
  | { kind: 'opened' | 'delivered' | 'bounced'; daysAgo: number };

export interface SeedLetter {
  id: string;
  title: string;
  text: string;
  writtenDaysAgo: number;
  delivery?: { to: string; name: string | null; state: SeedState };
}

export interface SeedAccount {
  id: string;
  email: string;
  name: string;
  letters: readonly SeedLetter[];
}

const FREE: SeedAccount = {
  id: ACCOUNT_IDS.free,
  email: 'free@example.com',
  name: 'Marta Nunes',
  letters: [
    { id: LETTER_IDS.tryingItOut, title: 'Rain, and a trumpet', text: letters.TRYING_IT_OUT, writtenDaysAgo: 3 },
  ],
};

const PLUS: SeedAccount = {
  id: ACCOUNT_IDS.plus,
  email: 'plus@example.com',
  name: 'Rui Tavares',
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

const PREMIUM: SeedAccount = {
  id: ACCOUNT_IDS.premium,
  email: 'premium@example.com',
  name: 'Helena Duarte',
  letters: [
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
      writtenDaysAgo: 264,
    },
    {
      id: LETTER_IDS.aboutTheBoat,
      title: 'About the boat',
      text: letters.ABOUT_THE_BOAT,
      writtenDaysAgo: 190,
      // The simulated mail service sends back whatever has "bounce" before the @.
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
      delivery: { to: 'joao@example.com', name: 'João', state: { kind: 'pending', at: { inDays: 20, time: '08:15' } } },
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
