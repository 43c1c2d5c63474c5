/** The frame of the pages in place of a vendor's own. */
import { html, type Markup } from './html.ts';

/** @param vendor the name of the vendor; the title says that this is not its page */
export function vendorPage(vendor: string, title: string, main: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: not ${vendor}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body class="chooser">
<main>
${main}
</main>
</body>
</html>`.markup;
}
