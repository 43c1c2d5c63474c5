import type { MetaDescriptor } from 'react-router';
import { type Provider, webParts } from '#app/middleware/context.ts';

/** What a page that everyone may see is called where people pass its address on. */
interface Card {
  /** The page's own address, without what somebody's link has added to it. */
  path: string;
  title: string;
  words: string;
}

const PICTURE = { path: '/icons/card.png', width: '1200', height: '630' };
const PICTURED = 'A desk by a window in the evening. A lamp is on, and a sealed envelope leans against it.';

/**
 * For the pages that everyone may see, and for no other: whoever passes on another address passes on nothing of its page.
 * @returns the page's title, its description and its card, for `meta`; made by the server, which knows our address
 */
export function socialCard(context: Provider, { path, title, words }: Card): MetaDescriptor[] {
  const { appOrigin } = context.get(webParts);
  const here = new URL(path, appOrigin).href;
  return [
    { title: title.includes('Stillhere') ? title : `${title} · Stillhere` },
    { name: 'description', content: words },
    { tagName: 'link', rel: 'canonical', href: here },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Stillhere' },
    { property: 'og:url', content: here },
    { property: 'og:title', content: title },
    { property: 'og:description', content: words },
    { property: 'og:image', content: new URL(PICTURE.path, appOrigin).href },
    { property: 'og:image:width', content: PICTURE.width },
    { property: 'og:image:height', content: PICTURE.height },
    { property: 'og:image:alt', content: PICTURED },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
