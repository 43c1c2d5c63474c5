import { catalogue } from '../catalogue.ts';

/** About a day that a button chose. `date` comes as text: "Thursday 4 May 2056". */
export const quickDateTexts = catalogue('quick-dates', {
  tomorrow: 'Tomorrow is {date}.',
  'in-a-year': 'A year from today is {date}.',
  birthday: 'Their {age, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} birthday is {date}.',
  'birth-date-missing': 'Please enter their birth date.',
  'of-age-already': 'They’re already {age}.',
  'no-29-february': 'There’s no 29 February in {year}, so we chose 1 March.',
  'year-has-passed': 'By then, a whole year has passed.',
  'of-age-from-then': 'They’re {age} from that day.',
});
