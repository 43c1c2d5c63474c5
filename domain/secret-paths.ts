/** Paths of our pages before their secret: who reads one in a log can do what its link allows. As in `app/routes.ts`. */
export const SECRET_PATHS = [
  '/auth/reset/',
  '/auth/confirm/',
  '/auth/not-me/',
  '/check-in/',
  '/contact/',
  '/address/',
  '/unsubscribe/',
  '/stop/',
  '/m/',
] as const;

/** Parameters of addresses whose values are secrets: codes of sign-ins, and tokens of payments. */
const SECRET_PARAMETERS = ['session_id', 'code', 'state', 'token'];

/** Slashes or an equals sign, also inside of an encoded address, or one that was encoded twice. */
const SLASH = '(?:/|%(?:25)*2F)+';
const EQUALS = '(?:=|%(?:25)*3D)';
const PATHS = SECRET_PATHS.map((path) => path.replaceAll('/', SLASH)).join('|');
/** Our own files, as a stack names them: `/app/routes/m/letter.tsx`. A secret without its last half would be as short. */
const SOURCE = '[\\w-]{1,21}\\.[jt]sx?(?![\\w-])';
const IN_PATH = new RegExp(`(${PATHS})(?!${SOURCE})[^/?#&\\s"'\\\\<>()]+`, 'gi');
const IN_QUERY = new RegExp(`(\\b(?:${SECRET_PARAMETERS.join('|')})${EQUALS})[^&#\\s"'\\\\<>()]+`, 'gi');

/** The secret of a link (services/crypto/link.ts), where no path of ours stands before it. */
const ALONE = /(?<![\w-])[\w-]{48}(?![\w-])/g;

/** @returns the text without the secrets of the addresses in it */
export function withoutSecrets(text: string): string {
  return text.replace(IN_PATH, '$1(secret)').replace(IN_QUERY, '$1(secret)').replace(ALONE, '(secret)');
}
