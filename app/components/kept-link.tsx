/** Something that was just kept. In a page of its own: what is not kept yet stays where it is. */
export function KeptLink({ id, title }: { id: string; title: string }) {
  return (
    <a href={`/dashboard/content/${id}`} target="_blank" rel="noopener">
      {title}
      <span className="vh"> (opens in a new tab)</span>
    </a>
  );
}
