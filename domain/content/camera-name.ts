/** What cameras, phones, scanners and messengers put before a number. */
const MAKERS =
  'img|imgp|imag|mg|dsc|dscn|dscf|dsci|dsf|cimg|pict|mvi|mvimg|mov|vid|pxl|dji|gopr|gp|gx|gh|wp|pano|rec|aud|ptt|sdc|hpim|fb';
/** What programs call a file that nobody has named. */
const UNNAMED =
  'image|photo|picture|video|clip|audio|recording|new recording|voice|voice memo|memo|scan|scanned document|screenshot|screen shot|screen recording|whatsapp (?:image|video|audio)|signal|untitled';
/** Digits, and the marks between and after them: "20260704-WA0003", "1234~2", "4711 (1)". */
const NUMBER =
  '[ _-]?e?\\d[\\d._~ ()-]*(?:at [\\d. ]+)?(?:-?wa\\d+)?(?:[ap]m)?(?:[._-](?:mp|edited|cover|portrait|burst\\d*))*';

const PATTERNS = [
  new RegExp(`^_?(?:${MAKERS})${NUMBER}$`, 'iu'),
  new RegExp(`^(?:${UNNAMED})(?:${NUMBER})?$`, 'iu'),
  // People are called Sam and Cam, too: "Sam 3" and "Cam 2019" are no names of a device.
  /^(?:sam|cam)_\d{4,}$/iu,
  // P1010001 of Panasonic and Olympus, and names that are a moment or a number only.
  /^p\d{7,8}$/iu,
  /^\d{8}[_-]\d{4,}[\d_~ ()-]*$/u,
  /^\d{5,}[\d_-]*$/u,
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu,
];

/**
 * A title that came from such a name tells its reader nothing.
 * @param name of a file, with or without its ending, or a title
 * @returns whether a device gave this name: "IMG_4711.MOV", "20260704_183012"
 */
export function isCameraName(name: string): boolean {
  const stem = name.trim().replace(/\.[a-z0-9]{1,5}$/iu, '');
  return PATTERNS.some((pattern) => pattern.test(stem));
}
