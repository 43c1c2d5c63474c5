/** What can be said of a demo account. */
import type { FileType } from '#domain/content/content.ts';
import type { Plan } from '#domain/subscription/plan.ts';

/** What has become of a delivery. Past ones are finished: the worker never sends them. */
export type SeedState =
  | {
      kind: 'pending';
      at: { inDays: number; time: string } | { year: number; day: string; time: string };
      /** Its far date is near, and its owner has been asked whether the address still holds. */
      isAsked?: boolean;
    }
  | { kind: 'opened' | 'delivered' | 'bounced'; daysAgo: number };

/** Something that somebody keeps. */
export interface SeedThing {
  id: string;
  title: string;
  writtenDaysAgo: number;
  isPublic?: boolean;
  /** Set aside for the trusted contacts. */
  isEmergency?: boolean;
  /** By WhatsApp where there is a phone, in E.164. */
  delivery?: { to: string; phone?: string; name: string | null; state: SeedState };
}

export interface SeedLetter extends SeedThing {
  text: string;
}

export interface SeedFile extends SeedThing {
  type: FileType;
  /** In the folder `files`. */
  file: string;
  contentType: string;
  /** As it was called where it came from. */
  name: string;
}

export interface SeedAccount {
  id: string;
  email: string;
  name: string;
  plan: Plan;
  letters: readonly SeedLetter[];
  files?: readonly SeedFile[];
  /** Who is told when nothing is heard any more; the emergency protocol is armed then. */
  contacts?: readonly { id: string; name: string; email: string }[];
}
