/** Certificates for `localhost`, made by hand: no program of the machine is needed. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** Both as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const SHA256_WITH_ECDSA = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const ALTERNATIVE_NAME = '0603551d11';

/**
 * @param from since when it is valid
 * @param until when it ends; before now for one that has ended
 * @returns a certificate of a key of its own, signed by itself
 * @see https://www.rfc-editor.org/rfc/rfc5280#section-4.1
 */
export function makeCertificate(from: Date, until: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(hex(SHA256_WITH_ECDSA));
  const name = sequence(tagged(0x31, sequence(hex(COMMON_NAME), text(0x0c, 'localhost'))));
  const names = tagged(0x04, sequence(text(0x82, 'localhost')));
  const content = sequence(
    tagged(0xa0, hex('020102')),
    hex('020101'),
    algorithm,
    name,
    sequence(instant(from), instant(until)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, sequence(sequence(hex(ALTERNATIVE_NAME), names))),
  );
  const signature = tagged(0x03, hex('00'), sign('sha256', content, privateKey));
  const lines =
    sequence(content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const hex = (bytes: string) => Buffer.from(bytes, 'hex');
const text = (tag: number, value: string) => tagged(tag, Buffer.from(value));
const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts);
/** To the second, as the standard asks. */
const instant = (at: Date) => text(0x18, `${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`);

/** One value of DER: its tag, its length, its content. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
