import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';

/** One text for people, in English, and the id by which other languages know it. `Text` is its source, for its arguments' types. */
export interface Message<Text extends string = string> {
  readonly id: string;
  readonly compiled: CompiledMessage;
  /** Exists only as a type. */
  readonly '~text'?: Text;
}

/** The texts of one feature in ICU MessageFormat, in groups as deep as it likes. */
export interface Texts {
  readonly [key: string]: string | Texts | readonly string[];
}

/** The same tree with a `Message` for each text. */
export type Catalogue<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? Message<Tree[Key]> : Catalogue<Tree[Key]>;
};

const sources = new Map<string, string>();
/** The English texts that were compiled in this process, by id, for tests and translators. */
export const englishTexts: ReadonlyMap<string, string> = sources;

/**
 * Compiles the texts of a feature. The web's build runs this at build time, and the browser only gets the result.
 * @param name the first part of each id, without a dot: the browser finds the texts of another language by it
 * @throws SyntaxError with the id, when a text is not valid ICU MessageFormat; TypeError for a name with a dot
 * @see https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export function catalogue<const Tree extends Texts>(name: string, texts: Tree): Catalogue<Tree> {
  if (name.includes('.')) throw new TypeError(`The catalogue ${name} has a dot in its name.`);
  return compileTree(name, texts) as Catalogue<Tree>;
}

function compileTree(id: string, texts: string | Texts | readonly string[]): unknown {
  if (typeof texts === 'string') {
    const compiled = compileText(id, texts);
    sources.set(id, texts);
    return { id, compiled };
  }
  if (Array.isArray(texts)) return texts.map((text: string, index) => compileTree(`${id}.${index}`, text));
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileTree(`${id}.${key}`, text)]));
}

function compileText(id: string, text: string): CompiledMessage {
  try {
    return compile(text);
  } catch (error) {
    throw new SyntaxError(`The message ${id} cannot be compiled: ${text}`, { cause: error });
  }
}
