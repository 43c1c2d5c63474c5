import type { MailDays } from '#services/mails/layout.ts';

/** The small table of what happens when, as mails have it. */
export function Days({ caption, rows }: MailDays) {
  return (
    <table className="days">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ when, what, isNow }, index) => (
          <tr key={index} className={isNow ? 'now' : undefined}>
            <th scope="row">{when}</th>
            <td>{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
