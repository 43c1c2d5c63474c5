import { fileFormat } from './file-name.ts';
import { OTHER_CONTENT_TYPE } from './media.ts';

/** Documents by the programs that open them: their content types, and the endings that count where a content type says little. */
const DOCUMENTS = {
  pdf: { types: /\/pdf$/, endings: [] },
  word: { types: /wordprocessingml|ms-word/, endings: ['doc', 'dot'] },
  excel: { types: /spreadsheetml|ms-excel/, endings: ['xls', 'xlt'] },
  powerpoint: { types: /presentationml|ms-powerpoint/, endings: ['ppt', 'pps'] },
  'open-text': { types: /opendocument\.text/, endings: [] },
  'open-table': { types: /opendocument\.spreadsheet/, endings: [] },
  'open-slides': { types: /opendocument\.presentation/, endings: [] },
  pages: { types: /apple\.pages/, endings: ['pages'] },
  numbers: { types: /apple\.numbers/, endings: ['numbers'] },
  keynote: { types: /apple\.keynote/, endings: ['key'] },
  'rich-text': { types: /\/rtf$/, endings: ['rtf'] },
  table: { types: /^text\/csv$/, endings: ['csv', 'tsv'] },
  book: { types: /\/epub/, endings: [] },
  mail: { types: /ms-outlook|^message\//, endings: ['eml', 'msg'] },
  calendar: { types: /^text\/calendar$/, endings: ['ics'] },
  contact: { types: /^text\/vcard$/, endings: ['vcf'] },
  'web-page': { types: /^text\/html$/, endings: ['html', 'htm'] },
  text: { types: /^text\/plain$/, endings: ['txt', 'md', 'log'] },
  zip: { types: /\/zip$/, endings: ['zip'] },
  archive: { types: /x-7z|x-rar|gzip|x-tar/, endings: ['7z', 'rar', 'gz', 'tar'] },
  picture: { types: /^image\//, endings: [] },
  video: { types: /^video\//, endings: [] },
  recording: { types: /^audio\//, endings: [] },
} as const satisfies Record<string, { types: RegExp; endings: readonly string[] }>;

type DocumentKind = keyof typeof DOCUMENTS;

/** Containers and unknown bytes. */
const SAY_LITTLE = [OTHER_CONTENT_TYPE, 'application/zip', 'application/x-cfb', 'text/plain'];
const KINDS = Object.entries(DOCUMENTS) as [DocumentKind, { types: RegExp; endings: readonly string[] }][];

/**
 * @param contentType as it was detected at the upload: what the bytes say counts more than a name
 * @returns null for a kind that we do not know
 */
export function documentKind(contentType: string, name: string): DocumentKind | null {
  const ending = fileFormat(name)?.toLowerCase() ?? '';
  const named = SAY_LITTLE.includes(contentType)
    ? KINDS.find(([, { endings }]) => endings.includes(ending))
    : undefined;
  return (named ?? KINDS.find(([, { types }]) => types.test(contentType)))?.[0] ?? null;
}
