import type { titleOf } from '#app/components/create/fields.ts';
import type { Kind } from '#app/components/create/kind.ts';
import type { ContentType } from '#domain/content/content.ts';
import { guessType, reasonFor, reasonForFile, titleFrom } from './files.ts';
import type { UploadItem, Uploads } from './queue.ts';

/** What somebody works on: everything as it stands at this moment. */
export interface Picks {
  uploads: Uploads;
  kind: Kind;
  title: ReturnType<typeof titleOf>;
}

/** Adds what was picked: the first gives an empty title its name, and the form its type. */
export function addFiles({ uploads, kind, title }: Picks, files: readonly File[]): void {
  const { items } = uploads;
  const isOneOfSeveral = items.length + files.length > 1;
  const added = files.map((file) => {
    const type = guessType(file, kind.chosen, isOneOfSeveral);
    const isAsSaid = kind.chosen === 'text' || kind.chosen === type;
    return { file, title: titleFrom(file), type, reason: isAsSaid ? null : reasonFor(type) };
  });
  const [first] = added;
  if (!first) return;
  // The title in the form is that of the first.
  if (items[0] && !areSeveral(items) && kind.type !== 'text') uploads.change(items[0].key, { title: title.read() });
  const lead = items[0] ?? first;
  kind.setType(lead.type, reasonForFile(lead.file, lead.type));
  if (items.length === 0) {
    if (title.read().trim() === '') title.write(first.title);
    else first.title = title.read();
  }
  uploads.add(added);
}

/** Takes one away; the form then is that of the one that is left. */
export function removeFile({ uploads, kind, title }: Picks, key: string): void {
  const gone = uploads.items.find((item) => item.key === key);
  const [first, ...others] = uploads.items.filter((item) => item.key !== key);
  uploads.remove(key);
  if (first && others.length === 0) {
    title.write(first.title);
    kind.setType(first.type, reasonForFile(first.file, first.type));
  }
  // A name that came with a file goes with it.
  if (!first && gone && title.read() === titleFrom(gone.file)) title.write('');
}

/** Goes to another type. A file that was picked keeps its title while a letter is written, and takes the type. */
export function turn({ uploads, kind, title }: Picks, type: ContentType): void {
  const [only] = uploads.items;
  const isAlone = only && !areSeveral(uploads.items);
  const given = kind.type === 'text' ? only?.title : title.read();
  kind.choose(type);
  if (!isAlone) return;
  uploads.change(only.key, type === 'text' ? { title: given } : { title: given, type });
  if (type !== 'text') title.write(given ?? '');
}

/** @returns whether each has its own title and type: as soon as there are two, or one is kept */
export function areSeveral(items: readonly UploadItem[]): boolean {
  return items.length > 1 || items.some(({ state }) => state.kind === 'kept');
}
