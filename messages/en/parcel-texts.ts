import { catalogue } from '../catalogue.ts';

/** Sealed items: what is refused, and the texts in a downloaded parcel. */
export const parcelTexts = catalogue('parcel-texts', {
  label: 'A sealed item',
  'not-age': 'This isn’t a sealed file. It has to be sealed before it is sent to us.',
  'share-length': 'The share has to be {bytes, number} bytes long.',
  'not-a-file-part': 'Please send this part as a file: with a file name.',
  'not-sealed': 'Parts of a sealed item came with a file that isn’t marked as sealed. Please set “sealed” to true.',
  'only-files': 'A sealed item is saved as a file.',
  'not-public': 'A sealed item can’t be public: nobody could read it in the gallery.',
  'archive-name': 'Sealed item',
  'part-file': 'Part from Stillhere.txt',
  part: `The part from Stillhere

With one of the two sheets, this part opens the sealed item. Open open.html, choose “two sheets, or one sheet and the part from Stillhere”, and type these six lines:

{lines}

Checksum: {checksum}
`,
  readme: `A sealed item

Only six words, or two of three parts, open this item. Nobody else can read it, Stillhere included.

The easy way: unpack this archive, open open.html in a browser, and choose the three .age files. It works without the internet and sends nothing.

The way without a browser needs the program “age” (https://age-encryption.org, version 1.3 or later). Type the six words in lower case, with a hyphen between each two:

  age -d key.age > identity.txt
  age -d -i identity.txt meta.age
  age -d -i identity.txt content.age > original

The second command shows the name and the title. The third writes the original file: give it the name that the second has shown. Delete identity.txt afterwards.

The number of this item, as on its sheets: {number}
`,
});
