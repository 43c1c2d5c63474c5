import { Migration } from '@mikro-orm/migrations';

/** In which language a contact reads that the account was deleted. Mails that wait already are in English. */
export class Migration0045 extends Migration {
  override up(): void {
    this.addSql(`
      alter table account_mails
        add column language text check (language in ('en', 'pt', 'es', 'fr', 'de', 'it', 'pl', 'ar'))`);
  }
}
