import { catalogue } from '../catalogue.ts';

/** About a day that a button chose. `date` comes as text: "Thursday 4 May 2056". */
export const quickDateTexts = catalogue('quick-dates', {
  tomorrow: 'Tomorrow is {date}.',
  'in-a-year': 'A year from today is {date}.',
  birthday: 'Their {age, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} birthday is {date}.',
  'birth-date-missing': 'Please enter the day on which they were born.',
  'of-age-already': 'They are {age} already.',
  'no-29-february': 'In {year} there is no 29 February, so we chose 1 March.',
  'year-has-passed': 'A whole year has passed then.',
  'of-age-from-then': 'They are {age} from then on.',
});
