import type { NamedDevice } from '#domain/accounts/device-name.ts';
import { deviceTexts, systemNames } from './en/devices.ts';
import { say } from './say.ts';

/** @returns what its owner would call it: "Firefox on Windows" */
export function sayDevice({ browser, system: known }: NamedDevice): string {
  const system = known && say(systemNames[known]);
  if (browser && system) return say(deviceTexts['browser-on'], { browser, system });
  if (browser) return browser;
  return system ? say(deviceTexts['program-on'], { system }) : say(deviceTexts.unknown);
}
