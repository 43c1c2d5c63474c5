/** A field of a call, and the meaning of its values. */
import { z } from 'zod';

export type Values<K extends string> = Readonly<Record<K, string>>;

/** @returns a schema for one of the values of a table */
export function oneOf<K extends string>(values: Readonly<Record<K, unknown>>): z.ZodEnum<{ [V in K]: V }> {
  return z.enum(Object.keys(values) as K[]) as z.ZodEnum<{ [V in K]: V }>;
}

export interface Field {
  /** One sentence. */
  text: string;
  /** What each of its values means. */
  values?: Values<string>;
  /** What validation checks of an input and the schema cannot show. */
  input?: Readonly<Record<string, unknown>>;
}
