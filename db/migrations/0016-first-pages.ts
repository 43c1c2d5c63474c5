import { Migration } from '@mikro-orm/migrations';

/** Thumbnails for the PDFs that were saved before PDFs had any. */
export class Migration0016 extends Migration {
  override up(): void {
    this.addSql(`
      insert into thumbnails (file_id, state)
        select file_id, 'pending' from contents where type = 'file' and content_type = 'application/pdf'
        on conflict do nothing;
      -- In an hour: a worker of the version before cannot draw them, and would record that none can be made.
      insert into jobs (kind, subject, run_at)
        select 'thumbnail', t.file_id::text, now() + interval '1 hour'
          from thumbnails t join contents c on c.file_id = t.file_id
          where c.type = 'file' and t.state = 'pending'
        on conflict (kind, subject) do update set run_at = excluded.run_at;
    `);
  }
}
