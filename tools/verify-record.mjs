#!/usr/bin/env node
// Checks an export of a Stillhere record, without a network and without us.
//
//   node verify-record.mjs record.jsonl [--root HASH]      or: … | node verify-record.mjs [--root HASH]
//
// Each line but the last is an entry {seq, at, kind, data, prev, hash}. `hash` is SHA-256, in lower-case hexadecimal, over
// the canonical JSON (RFC 8785) of the other five. `prev` is the hash of the entry before, and 64 zeros in the first. The
// last line is {end: true, count, head}, with a proof once a published daily root covers the record. With --root, that
// proof must lead to this root: then nobody has rewritten or cut the record since that day.
//
// Ends with 0 if all is well, with 1 if not, and with 2 if there was nothing to check.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const MEMBERS = ['seq', 'at', 'kind', 'data', 'prev', 'hash'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HASH = /^[0-9a-f]{64}$/;

class Bad extends Error {}
class Usage extends Error {}

/** RFC 8785: names sorted by UTF-16 code units, numbers and texts as ECMAScript writes them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

function sha256(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function parse(line) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Bad('it is not JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Bad('it is not an object');
  return value;
}

/** Checks one entry against the state so far. */
function checkEntry(entry, state) {
  const names = Object.keys(entry);
  const missing = MEMBERS.find((name) => !names.includes(name));
  if (missing) throw new Bad(`it has no ${missing}`);
  const extra = names.find((name) => !MEMBERS.includes(name));
  if (extra) throw new Bad(`it has a member that no entry has: ${extra}`);
  if (entry.seq !== state.count + 1) throw new Bad(`its seq is ${entry.seq} instead of ${state.count + 1}`);
  if (!INSTANT.test(entry.at)) throw new Bad('its at is not an instant in UTC with milliseconds');
  if (typeof entry.kind !== 'string') throw new Bad('its kind is not a text');
  if (entry.prev !== state.head) throw new Bad('its prev is not the hash of the entry before');
  const { hash, ...others } = entry;
  if (hash !== sha256(canonical(others)).toString('hex')) throw new Bad('its hash does not fit its contents');
}

/** Checks the last line, and the proof in it. */
function checkEnd(end, state, root) {
  if (end.count !== state.count) throw new Bad(`it counts ${end.count} entries, and there are ${state.count}`);
  if (end.head !== state.head) throw new Bad('its head is not the hash of the last entry');
  if (!end.proof) {
    if (root) throw new Bad('it has no proof, so no published root covers this record');
    return null;
  }
  const { seq, path, root: reached, day } = end.proof;
  const hash = state.hashes[seq - 1];
  if (!hash) throw new Bad(`its proof is about entry ${seq}, which is missing: the record was cut`);
  if (!Array.isArray(path) || !path.every((step) => /^[LR][0-9a-f]{64}$/.test(step)))
    throw new Bad('the path of its proof is not readable');
  let node = sha256(Buffer.from([0]), Buffer.from(hash, 'hex'));
  for (const step of path) {
    const other = Buffer.from(step.slice(1), 'hex');
    node = step[0] === 'L' ? sha256(Buffer.from([1]), other, node) : sha256(Buffer.from([1]), node, other);
  }
  if (node.toString('hex') !== reached)
    throw new Bad(`its proof does not lead from entry ${seq} to its root: the record was rewritten since`);
  if (root && root !== reached)
    throw new Bad(`its proof leads to the root ${reached} of ${day}, and not to the one that you gave`);
  return { seq, day, root: reached };
}

/** @returns what was found, in sentences @throws Bad with the number of the first bad line */
async function check(lines, root) {
  const state = { count: 0, head: '0'.repeat(64), hashes: [] };
  let [number, proof, isOver] = [0, null, false];
  for await (const line of lines) {
    number += 1;
    try {
      if (isOver) throw new Bad('it comes after the end');
      const value = parse(line);
      if (value.end === true) {
        proof = checkEnd(value, state, root);
        isOver = true;
        continue;
      }
      checkEntry(value, state);
    } catch (error) {
      if (error instanceof Bad) throw new Bad(`Line ${number}: ${error.message}.`);
      throw error;
    }
    const { hash } = JSON.parse(line);
    state.count += 1;
    state.head = hash;
    state.hashes.push(hash);
  }
  if (number === 0) throw new Usage('There is nothing to check.');
  if (!isOver) throw new Bad(`Line ${number + 1}: the end is missing, so the export was cut.`);
  const found = [`${state.count} entries, none changed. Newest hash: ${state.head}`];
  if (!proof) found.push('No published root covers this record yet.');
  else if (root) found.push(`Entries 1 to ${proof.seq} are covered by the root that you gave, of ${proof.day}.`);
  else
    found.push(`Entries 1 to ${proof.seq} are covered by the root of ${proof.day}. Compare it yourself: ${proof.root}`);
  return found.join('\n');
}

function readArguments(args) {
  const at = args.indexOf('--root');
  const root = at < 0 ? null : (args[at + 1] ?? '').toLowerCase();
  const files = at < 0 ? args : args.toSpliced(at, 2);
  if (root !== null && !HASH.test(root)) throw new Usage('--root needs 64 hexadecimal digits.');
  if (files.length > 1 || files[0]?.startsWith('--')) throw new Usage('Give at most one file, and --root HASH.');
  return { file: files[0] ?? null, root };
}

try {
  const { file, root } = readArguments(process.argv.slice(2));
  const input = file === null || file === '-' ? process.stdin : createReadStream(file);
  const failed = new Promise((_, reject) => input.on('error', reject));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  console.log(await Promise.race([check(lines, root), failed]));
} catch (error) {
  console.error(error.message);
  process.exitCode = error instanceof Bad ? 1 : 2;
}
