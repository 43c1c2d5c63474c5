import { Migration0001 } from './0001-main-job.ts';
import { Migration0002 } from './0002-vault.ts';
import { Migration0003 } from './0003-accounts.ts';
import { Migration0004 } from './0004-emergency.ts';
import { Migration0005 } from './0005-channels.ts';
import { Migration0006 } from './0006-plans.ts';
import { Migration0007 } from './0007-keyed-hashes.ts';
import { Migration0008 } from './0008-warnings-arrive.ts';
import { Migration0009 } from './0009-blocked-protocols.ts';
import { Migration0010 } from './0010-jobs.ts';
import { Migration0011 } from './0011-sms.ts';
import { Migration0012 } from './0012-versions.ts';
import { Migration0013 } from './0013-contact-mails.ts';
import { Migration0015 } from './0015-link-life.ts';
import { Migration0016 } from './0016-first-pages.ts';
import { Migration0017 } from './0017-mail-choices.ts';
import { Migration0018 } from './0018-nothing-derivable.ts';
import { Migration0019 } from './0019-correspondents.ts';
import { Migration0020 } from './0020-known-devices.ts';
import { Migration0021 } from './0021-canary.ts';
import { Migration0022 } from './0022-clock.ts';
import { Migration0023 } from './0023-releases.ts';
import { Migration0024 } from './0024-holds.ts';
import { Migration0025 } from './0025-engine-store.ts';
import { Migration0026 } from './0026-million-rows.ts';
import { Migration0027 } from './0027-sync-standbys.ts';
import { Migration0028 } from './0028-parcels.ts';
import { Migration0029 } from './0029-recurring.ts';
import { Migration0030 } from './0030-contact-acts.ts';
import { Migration0031 } from './0031-plan.ts';
import { Migration0032 } from './0032-several.ts';
import { Migration0033 } from './0033-record.ts';
import { Migration0034 } from './0034-languages.ts';
import { Migration0036 } from './0036-warning-channels.ts';
import { Migration0037 } from './0037-api-tokens.ts';

/** Which of them were applied, and when: written by the migrations themselves. */
export const MIGRATIONS_TABLE = 'mikro_orm_migrations';

/** Every migration, in order: a list rather than a folder, so that the bundle of the web process has them too. */
export const MIGRATIONS = [
  { name: '0001-main-job', class: Migration0001 },
  { name: '0002-vault', class: Migration0002 },
  { name: '0003-accounts', class: Migration0003 },
  { name: '0004-emergency', class: Migration0004 },
  { name: '0005-channels', class: Migration0005 },
  { name: '0006-plans', class: Migration0006 },
  { name: '0007-keyed-hashes', class: Migration0007 },
  { name: '0008-warnings-arrive', class: Migration0008 },
  { name: '0009-blocked-protocols', class: Migration0009 },
  { name: '0010-jobs', class: Migration0010 },
  { name: '0011-sms', class: Migration0011 },
  { name: '0012-versions', class: Migration0012 },
  { name: '0013-contact-mails', class: Migration0013 },
  { name: '0015-link-life', class: Migration0015 },
  { name: '0016-first-pages', class: Migration0016 },
  { name: '0017-mail-choices', class: Migration0017 },
  { name: '0018-nothing-derivable', class: Migration0018 },
  { name: '0019-correspondents', class: Migration0019 },
  { name: '0020-known-devices', class: Migration0020 },
  { name: '0021-canary', class: Migration0021 },
  { name: '0022-clock', class: Migration0022 },
  { name: '0023-releases', class: Migration0023 },
  { name: '0024-holds', class: Migration0024 },
  { name: '0025-engine-store', class: Migration0025 },
  { name: '0026-million-rows', class: Migration0026 },
  { name: '0027-sync-standbys', class: Migration0027 },
  { name: '0028-parcels', class: Migration0028 },
  { name: '0029-recurring', class: Migration0029 },
  { name: '0030-contact-acts', class: Migration0030 },
  { name: '0031-plan', class: Migration0031 },
  { name: '0032-several', class: Migration0032 },
  { name: '0033-record', class: Migration0033 },
  { name: '0034-languages', class: Migration0034 },
  { name: '0036-warning-channels', class: Migration0036 },
  { name: '0037-api-tokens', class: Migration0037 },
];
