/** The data of a demo account. */
import type { FileType } from '#domain/content/content.ts';
import type { Plan } from '#domain/subscription/plan.ts';

/** The state of a delivery. Past ones are finished, so the worker never sends them. */
export type SeedState =
  | {
      kind: 'pending';
      at: { inDays: number; time: string } | { year: number; day: string; time: string };
      /** Its owner has received the question whether the address is still right. */
      isAsked?: boolean;
    }
  | { kind: 'opened' | 'delivered' | 'bounced'; daysAgo: number };

/** A letter or a file. */
export interface SeedThing {
  id: string;
  title: string;
  writtenDaysAgo: number;
  isPublic?: boolean;
  /** Part of the emergency protocol. */
  isEmergency?: boolean;
  /** By WhatsApp where there is a phone, in E.164. */
  delivery?: {
    to: string;
    phone?: string;
    name: string | null;
    state: SeedState;
    /** Scheduled by the form for several people. */
    isOfGroup?: boolean;
  };
}

export interface SeedLetter extends SeedThing {
  text: string;
}

export interface SeedFile extends SeedThing {
  type: FileType;
  /** In the folder `files`. */
  file: string;
  contentType: string;
  /** The original file name. */
  name: string;
}

export interface SeedAccount {
  id: string;
  email: string;
  name: string;
  plan: Plan;
  letters: readonly SeedLetter[];
  files?: readonly SeedFile[];
  /** The trusted contacts; with them, the emergency protocol is armed. */
  contacts?: readonly { id: string; name: string; email: string }[];
}
