import { Tabs } from '#app/components/tabs.tsx';
import { TYPE_PLURALS } from '#app/components/type-badge.tsx';
import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';

/** @returns the address of a category in the gallery; null is all of them */
export function galleryPath(type: ContentType | null, cursor: string | null = null): string {
  const query = new URLSearchParams({ ...(type && { type }), ...(cursor && { cursor }) });
  return query.size > 0 ? `/shared?${query}` : '/shared';
}

/** @returns the category that an address asks for; null means all, also for an unknown one */
export function galleryType(query: URLSearchParams): ContentType | null {
  return CONTENT_TYPES.find((type) => type === query.get('type')) ?? null;
}

/** The categories of the gallery. */
export function GalleryTabs({ current }: { current: ContentType | null }) {
  const tabs = [null, ...CONTENT_TYPES].map((type) => ({
    to: galleryPath(type),
    label: type ? TYPE_PLURALS[type] : 'All',
    isCurrent: type === current,
  }));
  return <Tabs label="Category" tabs={tabs} />;
}
