import { Migration } from '@mikro-orm/migrations';

/**
 * In which language recipients and contacts are written to. The version before this one neither writes nor reads the
 * columns: people whom it adds are written to in English, as before.
 */
export class Migration0034 extends Migration {
  override up(): void {
    for (const table of ['deliveries', 'trusted_contacts', 'emergency_mails'])
      this.addSql(`
        alter table ${table}
          -- BCP 47; of a mail to an owner it says nothing.
          add column language text not null default 'en'
            check (language in ('en', 'pt', 'es', 'fr', 'de', 'it', 'pl', 'ar'));
      `);
  }
}
