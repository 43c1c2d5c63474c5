/** @returns whether two people's names are the same, whatever their case, accents and spaces: "rui DUARTE" for "Rui Duarte" */
export function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)
    .join(' ');
}
