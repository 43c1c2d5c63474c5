/** An authenticator in memory: it makes passkeys and signs as WebAuthn Level 3 says, and lies where a test asks it to. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** How an answer differs from a right one. */
export interface Lie {
  origin?: string;
  /** The site that the authenticator signs for. */
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  /** What a discoverable passkey says of its account. */
  userHandle?: string | null;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The heads of CBOR that we need: a text and a byte string, each below 64 KiB. */
const cborText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const cborBytes = (value: Buffer) => {
  const head = Buffer.alloc(3, 0x59);
  head.writeUInt16BE(value.length, 1);
  return Buffer.concat([head, value]);
};

/** One passkey, for one site and account. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #aaguid: Buffer;
  /** How many signatures it says that it has made; 0 for one that does not count. */
  counter: number;
  #userHandle = '';

  /**
   * @param origin of the page that asks
   * @param counter where it counts from
   * @param aaguid its make, as a UUID
   */
  constructor(origin: string, counter = 0, aaguid = '00000000-0000-0000-0000-000000000000') {
    this.#origin = origin;
    this.counter = counter;
    this.#aaguid = Buffer.from(aaguid.replaceAll('-', ''), 'hex');
  }

  /** @returns the answer of a browser that made this passkey */
  create(options: PublicKeyCredentialCreationOptionsJSON, lie: Lie = {}) {
    this.#userHandle = options.user.id;
    const rpId = lie.rpId ?? options.rp.id ?? '';
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([this.#aaguid, length, this.id, this.#publicKey()]);
    const authData = Buffer.concat([this.#data(rpId, HAS_CREDENTIAL, lie), credential]);
    const attestation = Buffer.concat([
      ...[Buffer.from([0xa3]), cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(authData)],
    ]);
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, lie).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** @returns the answer of a browser in which this passkey signed */
  get(options: PublicKeyCredentialRequestOptionsJSON, lie: Lie = {}) {
    if (this.counter > 0) this.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, lie);
    const authData = this.#data(lie.rpId ?? options.rpId ?? '', 0, lie);
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: lie.userHandle === undefined ? this.#userHandle : lie.userHandle,
    });
  }

  #credential<Response>(response: Response) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, lie: Lie): Buffer {
    const said = {
      type,
      challenge: lie.challenge ?? challenge,
      origin: lie.origin ?? this.#origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said));
  }

  #data(rpId: string, flags: number, { isVerified = true }: Lie): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = isVerified ? USER_VERIFIED : 0;
    const all = USER_PRESENT | BACKUP_ELIGIBLE | BACKED_UP | verified | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  /** An ES256 key as COSE has it: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
  }
}
