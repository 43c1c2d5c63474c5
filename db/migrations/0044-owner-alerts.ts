import { Migration } from '@mikro-orm/migrations';

/** What a mail to an owner about their account is about: the device that signed in. */
export class Migration0044 extends Migration {
  override up(): void {
    this.addSql('alter table account_mails add column about text');
  }
}
