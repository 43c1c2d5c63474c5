import { Migration } from '@mikro-orm/migrations';

/** Whether something is missing to a protocol that is switched on: its clock starts at the instant when nothing is. */
export class Migration0009 extends Migration {
  override up(): void {
    this.addSql(`
      -- The code before this one never sets it. What that code switches on is noticed when it is next looked at.
      alter table emergency_protocols add column is_blocked boolean not null default false;
      -- Those that lack something stop here. Those that run are not touched: their days go on.
      update emergency_protocols p set is_blocked = true, next_step_at = null, revision = revision + 1
        from users u where u.id = p.owner_id and p.is_active and p.stage <> 'released' and (u.email_confirmed_at is null
          or not exists (select 1 from trusted_contacts t where t.owner_id = p.owner_id)
          or not exists (select 1 from contents c where c.owner_id = p.owner_id and c.is_emergency));
      update emergency_mails m set state = 'withdrawn', next_try_at = null
        from emergency_protocols p where p.owner_id = m.owner_id and p.is_blocked and m.episode = p.episode
          and m.state = 'waiting' and (m.kind in ('reminder', 'missed', 'last-call', 'again')
          or (m.kind = 'contact-told' and not m.may_have_gone));
    `);
  }
}
