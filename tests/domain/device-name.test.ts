import { expect, test } from 'vitest';
import { nameDevice } from '#domain/accounts/device-name.ts';
import { sayDevice } from '#messages/devices.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
    'Safari on an iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${SAFARI} CriOS/140.0 Mobile Safari/604.1`, 'Chrome on an iPad'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 'Safari on a Mac'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36 EdgA/140.0`, 'Edge on Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} EdgiOS/140.0 Safari/604.1`, 'Edge on an iPhone'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/120.0`, 'Opera on Linux'],
  [`Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 ${CHROME} Safari/537.36`, 'Samsung Internet on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['okhttp/4 (Linux; Android 15)', 'A program on Android'],
  ['curl/8.5.0', 'A browser or program we don’t recognise'],
  ['', 'A browser or program we don’t recognise'],
])('%s is %s', (userAgent, name) => {
  expect(sayDevice(nameDevice(userAgent))).toBe(name);
});
