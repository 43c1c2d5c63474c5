import type { Remark } from '#app/emergency/how.ts';

/** A few remarks, one below the other. */
export function Remarks({ remarks, look }: { remarks: readonly Remark[]; look: string }) {
  return (
    <ul className={look}>
      {remarks.map(({ strong, text }) => (
        <li key={strong}>
          <strong>{strong}</strong> {text}
        </li>
      ))}
    </ul>
  );
}
