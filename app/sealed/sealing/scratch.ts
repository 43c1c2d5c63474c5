/**
 * Where content.age is while it is made: on the browser's own disk, so that a film needs no memory. It is ciphertext, and
 * nothing but the page that makes it can open it.
 * @see https://developer.mozilla.org/docs/Web/API/File_System_API/Origin_private_file_system
 */

const FOLDER = 'sealing';

/** What a worker has of a file in the browser's disk; the types of the DOM leave it out. */
interface SyncAccess {
  write(bytes: Uint8Array): number;
  flush(): void;
  close(): void;
}

declare global {
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<SyncAccess>;
  }
}

/** A file that is being written, in a worker. */
export interface Scratch {
  write(bytes: Uint8Array<ArrayBuffer>): void;
  /** @returns all that was written; its bytes are not in memory */
  end(): Promise<Blob>;
  /** Has to be called unless `end` was. */
  close(): void;
}

/** The name of a file, which no other window takes away until it is released. */
export interface Held {
  name: string;
  /** Deletes the file. */
  release(): Promise<void>;
}

/** Holds a new name. */
export function holdScratch(): Held {
  const name = crypto.randomUUID();
  let end = () => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  void navigator.locks?.request(lockOf(name), () => until);
  return {
    name,
    async release() {
      await remove(name);
      end();
    },
  };
}

/** Deletes what was left behind: a window was closed, or crashed, while it sealed. */
export async function clearLeftBehind(): Promise<void> {
  try {
    const folder = await folderOf(false);
    for await (const name of folder.keys())
      await navigator.locks?.request(lockOf(name), { ifAvailable: true }, (lock) => lock && folder.removeEntry(name));
  } catch {
    // There is no folder, or the browser gives none.
  }
}

/**
 * @param name as `holdScratch` gave it
 * @returns a file on the disk; where a private window has none, in parts that the browser moves out of the page's memory
 */
export async function openScratch(name: string): Promise<Scratch> {
  let file: FileSystemFileHandle;
  let access: SyncAccess;
  try {
    file = await (await folderOf(true)).getFileHandle(name, { create: true });
    access = await file.createSyncAccessHandle();
  } catch {
    return inParts();
  }
  return {
    write(bytes) {
      if (access.write(bytes) < bytes.length) throw new DOMException('The disk is full.', 'QuotaExceededError');
    },
    async end() {
      access.flush();
      access.close();
      return file.getFile();
    },
    close: () => access.close(),
  };
}

function inParts(): Scratch {
  const parts: Blob[] = [];
  return {
    write: (bytes) => void parts.push(new Blob([bytes])),
    end: async () => new Blob(parts),
    close: () => {},
  };
}

async function folderOf(create: boolean): Promise<FileSystemDirectoryHandle> {
  return (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create });
}

async function remove(name: string): Promise<void> {
  try {
    await (await folderOf(false)).removeEntry(name);
  } catch {
    // It was never made, or is in parts.
  }
}

function lockOf(name: string): string {
  return `${FOLDER}/${name}`;
}
