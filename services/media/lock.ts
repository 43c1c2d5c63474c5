/**
 * Takes from this process, for the rest of its life, everything that decoding does not need. On Linux the kernel then refuses
 * each system call that is not on a list, so code that takes over a decoder has memory, time and the pipes that are open.
 */
import { readFileSync } from 'node:fs';
import koffi from 'koffi';
import { MINUTE, SECOND } from '#domain/time/durations.ts';

/** The parent ends it sooner. For a child whose parent can no longer do that. */
const CPU_SECONDS = (6 * MINUTE) / SECOND;

/** From Linux' prctl.h, resource.h and signal.h, and from libseccomp's seccomp.h. */
const PR_SET_PDEATHSIG = 1;
const PR_SET_DUMPABLE = 4;
const PR_SET_NAME = 15;
const SIGKILL = 9;
const RLIMIT = { cpu: 0, fileSize: 1, data: 2, core: 4, openFiles: 7 };
const ALLOW = 0x7fff_0000;
/** EPERM, and ENOSYS. */
const REFUSE = 0x0005_0001;
const UNKNOWN = 0x0005_0026;
const ATTRIBUTE_ALL_THREADS = 4;
const EQUAL = 4;
const MASKED_EQUAL = 7;
const MAP_TYPE = 0x0f;
const MAP_PRIVATE = 0x02;
const MAP_GROWSDOWN = 0x0100;
const CLONE_THREAD = 0x0001_0000;

/** Works on memory, time, threads that exist, and files that are open. None of these opens or starts anything. */
const CALLS = [
  ...['read', 'readv', 'write', 'writev', 'close', 'fstat', 'lseek'],
  ...['epoll_wait', 'epoll_pwait', 'epoll_ctl', 'poll', 'ppoll'],
  ...['brk', 'munmap', 'mprotect', 'pkey_mprotect', 'mremap', 'madvise', 'membarrier'],
  ...['futex', 'sched_yield', 'sched_getaffinity', 'set_robust_list', 'rseq', 'getpid', 'gettid', 'getcpu'],
  ...['rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn', 'sigaltstack', 'restart_syscall', 'exit', 'exit_group'],
  ...['clock_gettime', 'clock_getres', 'clock_nanosleep', 'nanosleep', 'gettimeofday', 'getrandom', 'getrusage'],
];

interface Condition {
  arg: number;
  op: number;
  first: number;
  second: number;
}
const equals = (arg: number, value: number): Condition => ({ arg, op: EQUAL, first: value, second: 0 });
const masked = (arg: number, mask: number, value: number): Condition => ({
  ...{ arg, op: MASKED_EQUAL, first: mask, second: value },
});

/** Only with these arguments: threads but no processes, no other process, no memory that the limit does not count. */
const callsWith = (pid: number): [string, Condition][] => [
  ['mmap', masked(3, MAP_TYPE | MAP_GROWSDOWN, MAP_PRIVATE)],
  ['clone', masked(0, CLONE_THREAD, CLONE_THREAD)],
  ['prctl', equals(0, PR_SET_NAME)],
  ['kill', equals(0, pid)],
  ['tgkill', equals(0, pid)],
];

/**
 * Locks this process with all of its threads. What it will need must be loaded, and the event loop must know its pipes:
 * libuv adds others by io_uring, which is refused because no filter sees what it opens.
 * @param memory how much more it may allocate, in bytes
 * @returns false where there is no lock: only Linux has one
 * @throws Error on Linux, when it cannot be locked
 */
export function lockProcess(memory: number): boolean {
  if (process.platform !== 'linux') return false;
  control(PR_SET_PDEATHSIG, SIGKILL);
  hideEnvironment();
  // Files cannot be opened after the limits.
  const load = callFilter();
  limit(memory + allocated());
  load();
  return true;
}

/**
 * Keeps other processes of the same user from reading the environment and the memory of this one. Only Linux lets them read
 * it; root still can.
 */
export function hideEnvironment(): void {
  if (process.platform === 'linux') control(PR_SET_DUMPABLE, 0);
}

function control(option: number, value: number): void {
  const prctl = koffi.load(null).func('int prctl(int option, ulong a, ulong b, ulong c, ulong d)');
  required(prctl(option, value, 0, 0, 0), `prctl ${option}`);
}

function limit(data: number): void {
  koffi.struct('rlimit', { soft: 'uint64', hard: 'uint64' });
  const setrlimit = koffi.load(null).func('int setrlimit(int resource, const rlimit *limit)');
  const limits = { cpu: CPU_SECONDS, fileSize: 0, data, core: 0, openFiles: 0 };
  for (const [name, value] of Object.entries(limits))
    required(setrlimit(RLIMIT[name as keyof typeof RLIMIT], { soft: value, hard: value }), name);
}

/** @returns bytes of private memory that can be written: what the limit counts */
function allocated(): number {
  const kilobytes = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (!kilobytes) throw new Error('The kernel does not say how much memory is allocated.');
  return Number(kilobytes) * 1_024;
}

/** @returns a function that puts the filter into force. libseccomp also sets no_new_privs. */
function callFilter(): () => void {
  const library = koffi.load('libseccomp.so.2');
  koffi.struct('condition', { arg: 'uint', op: 'int', first: 'uint64', second: 'uint64' });
  const resolve = library.func('int seccomp_syscall_resolve_name(const char *name)');
  const add = library.func(
    'int seccomp_rule_add_array(void *filter, uint32 action, int call, uint count, const condition *conditions)',
  );
  const filter = library.func('void *seccomp_init(uint32 action)')(REFUSE);
  required(
    library.func('int seccomp_attr_set(void *filter, int attribute, uint32 value)')(filter, ATTRIBUTE_ALL_THREADS, 1),
    'TSYNC',
  );
  for (const name of CALLS) required(add(filter, ALLOW, resolve(name), 0, []), name);
  for (const [name, condition] of callsWith(process.pid))
    required(add(filter, ALLOW, resolve(name), 1, [condition]), name);
  // A filter cannot see its flags. The C library then uses clone.
  required(add(filter, UNKNOWN, resolve('clone3'), 0, []), 'clone3');
  const load = library.func('int seccomp_load(void *filter)');
  return () => required(load(filter), 'seccomp');
}

function required(result: number, name: string): void {
  if (result !== 0) throw new Error(`The process cannot be locked: ${name} gave ${result}.`);
}
