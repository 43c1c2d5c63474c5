/** For operators: wraps each person's key with the newest master key. `npm run keys:rotate` */
import { readEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { countWrappings, KeyMissing, rotateKeys } from '#services/crypto/person-key.ts';
import { whyEnded } from './why-ended.ts';

const SHOWN = 10;

const env = readEnv();
const keyring = new Keyring(env.MASTER_KEYS);
const [newest, ...older] = keyring.ids;
const orm = await initOrm(env.DATABASE_URL, { pool: 2 });
const em = orm.em.fork();
try {
  const all = (await countWrappings(em)).reduce((sum, { people }) => sum + people, 0);
  const { rewrapped, broken } = await rotateKeys(em, keyring, (done) => console.log(`${done} of at most ${all}`));
  console.log(
    `The keys of ${rewrapped} ${rewrapped === 1 ? 'person were' : 'people were'} wrapped anew by "${newest}".`,
  );
  for (const { id, people } of await countWrappings(em)) console.log(`Wrapped by "${id}": ${people}`);
  if (broken.length > 0) {
    console.error(
      `${broken.length} could not be opened, and were left as they are: ${broken.slice(0, SHOWN).join(', ')}${broken.length > SHOWN ? ', and more' : ''}. Is a key of the ring another one under the same name?`,
    );
    process.exitCode = 1;
  } else if (older.length > 0)
    console.log(`Keep ${older.join(', ')} in the ring for its links: docs/operations.md says until when.`);
} catch (error) {
  console.error(error instanceof KeyMissing ? error.message : `${whyEnded(error)} When that is mended, run it again.`);
  process.exitCode = 1;
} finally {
  await orm.close(true);
}
