/** People as they are typed into one field: one on each line, with name, address and number in any order. */

/** What a line says of a person. */
export interface TypedPerson {
  /** Empty where the line has no address, or may be about two people. */
  email: string;
  /** The second address of the line; empty for none. */
  alternate: string;
  name: string;
  /** As it was typed; empty for none. */
  phone: string;
}

/** Between the parts of a line; around an address, as mail programs write it. */
const PARTS = /[,;\t<>]+/;
const NUMBER = /^\+?[\d\s().-]{6,}$/;

/** Between two people who are named together, in the languages of those who write. */
const TOGETHER = /[&+/]|\s(?:and|e|y|et|und|i|\u0648)\s/iu;

/**
 * A second address is one after a name and the first: "Ana, ana@example.com, ana@work.example". Where a name comes later, or
 * none, or two people are named together, it may be that of somebody else.
 * @returns the person of each line that is not empty: "Ana Duarte, ana@example.com", "Ana <ana@example.com>"
 */
export function readPeople(text: string): TypedPerson[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim());
  return lines.map((line) => {
    const parts = line
      .split(PARTS)
      .map((part) => part.trim())
      .filter(Boolean);
    const [email = '', alternate = '', ...others] = parts.filter((part) => part.includes('@'));
    const phone = parts.find((part) => NUMBER.test(part)) ?? '';
    const names = parts.filter((part) => part !== phone && !part.includes('@'));
    const isBefore = (name: string) => parts.indexOf(name) < parts.indexOf(email);
    const isOne = names.length > 0 && names.every((name) => isBefore(name) && !TOGETHER.test(name));
    const isClear = alternate === '' || (isOne && others.length === 0);
    return { email: isClear ? email : '', alternate, name: names.join(', '), phone };
  });
}
