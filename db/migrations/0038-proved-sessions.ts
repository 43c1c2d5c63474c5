import { Migration } from '@mikro-orm/migrations';

/** When a session last proved that it is its owner's. The version before leaves it empty: such a session is asked first. */
export class Migration0038 extends Migration {
  override up(): void {
    this.addSql('alter table sessions add column proved_at timestamptz;');
  }
}
