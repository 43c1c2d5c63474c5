import { readFileSync } from 'node:fs';

/** @returns what a process holds now (VmRSS), or held at most (VmHWM), in bytes; Linux only */
export function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) * 1_024;
}
