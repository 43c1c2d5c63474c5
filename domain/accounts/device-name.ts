/** In the order in which they are tried: most browsers call themselves by the names of others as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS = [
  [/\biPhone\b/, 'iphone'],
  [/\biPad\b/, 'ipad'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'mac'],
  [/\bCrOS\b/, 'chromebook'],
  [/\bLinux\b/, 'linux'],
] as const;

/** What a user agent tells about a device; null for what it does not tell. */
export interface NamedDevice {
  /** A name that is the same in every language. */
  browser: string | null;
  system: (typeof SYSTEMS)[number][1] | null;
}

const HANDHELD: readonly NamedDevice['system'][] = ['iphone', 'ipad', 'android'];

/** @returns whether it is a phone or tablet; false also where it is not known */
export function isHandheld({ system }: NamedDevice): boolean {
  return HANDHELD.includes(system);
}

/** @param userAgent what a browser or a program calls itself; any text */
export function nameDevice(userAgent: string): NamedDevice {
  return { browser: nameIn(BROWSERS, userAgent), system: nameIn(SYSTEMS, userAgent) };
}

function nameIn<Name extends string>(names: readonly (readonly [RegExp, Name])[], userAgent: string): Name | null {
  return names.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
}
