/** People as they are typed into one field: one on each line, with name, address and number in any order. */

/** What a line says of a person. */
export interface TypedPerson {
  /** Empty where the line has no address. */
  email: string;
  name: string;
  /** As it was typed; empty for none. */
  phone: string;
}

/** Between the parts of a line; around an address, as mail programs write it. */
const PARTS = /[,;\t<>]+/;
const NUMBER = /^\+?[\d\s().-]{6,}$/;

/** @returns the person of each line that is not empty: "Ana Duarte, ana@example.com", "Ana <ana@example.com>" */
export function readPeople(text: string): TypedPerson[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim());
  return lines.map((line) => {
    const parts = line
      .split(PARTS)
      .map((part) => part.trim())
      .filter(Boolean);
    const email = parts.find((part) => part.includes('@')) ?? '';
    const phone = parts.find((part) => NUMBER.test(part)) ?? '';
    const name = parts.filter((part) => part !== email && part !== phone).join(', ');
    return { email, name, phone };
  });
}
