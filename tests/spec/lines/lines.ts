/**
 * What the specification says, line by line, and the tests that would fail if it were not so: by heading, then by the
 * words themselves. A test is named by its file under tests/ and its title.
 */
export type Lines = Record<string, Record<string, readonly [string, ...string[]]>>;
