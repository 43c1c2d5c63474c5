/**
 * What the script of open.html says. Not a catalogue: the page is made once, in English, and has to work for ever with
 * nothing but itself.
 */
export const openPageTexts = {
  faults: {
    'unknown-words': 'There is a typing error. Six words are needed, and these are not among ours: ',
    'wrong-words': 'These words do not open this item. Check each word, and that the words are of this item.',
    'wrong-shares': 'These two do not open this item. They must be two different ones, both of this item.',
    damaged: 'The files are damaged, or are not of one item. Try another copy of them.',
  },
  missing: (name: string) => `${name}.age is missing. Choose all three files together.`,
  'wrong-lines': (lines: string) => `There is a typing error in line ${lines}.`,
  unreadable: (why: string) => `The files could not be read: ${why}`,
  opening: (percent: number) => `Opening: ${percent} %`,
  opened: 'Opened.',
  about: (name: string, day: string) => `${name} · sealed ${day}`,
};
