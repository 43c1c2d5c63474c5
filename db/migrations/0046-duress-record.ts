import { Migration } from '@mikro-orm/migrations';

/**
 * The end of a hold after a duress check-in goes to the record when its owner next proves who they are, and no longer when
 * it comes. The version before recorded each end at once: those are recorded already.
 */
export class Migration0046 extends Migration {
  override up(): void {
    this.addSql(`
      alter table duress_holds add column is_recorded boolean not null default false`);
    this.addSql(`
      update duress_holds set is_recorded = true where ended_by is not null`);
  }
}
