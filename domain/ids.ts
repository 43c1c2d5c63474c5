const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @returns whether the text is a UUID in lower case, the only form an id of ours has */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
