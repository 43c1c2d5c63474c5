/** PDFs of one page, written by hand. */

/** @returns a PDF of these objects; the first is its catalogue */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = `${body.length}`.padStart(10, '0');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  const end = `trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + end, 'latin1');
}

/** @returns the objects of a page of 200 by 100 points, half as high as wide */
function pageOf(drawing: string, resources = ''): string[] {
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << ${resources} >> >>`,
    streamOf(drawing),
  ];
}

/** @returns a stream with its dictionary */
function streamOf(content: string, entries = ''): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Teal from edge to edge. */
export const TEAL = pdfOf(pageOf('0.16 0.5 0.5 rg 0 0 200 100 re f'));
/** Opens with a password that nobody has. */
export const LOCKED = pdfOf(
  [
    ...pageOf('0 0 200 100 re f'),
    `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
  ],
  `/Encrypt 5 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`,
);

/** @returns a PDF of a few kilobytes whose page is painted ten to the power of `depth` times */
export function bomb(depth: number): Buffer {
  const tenTimes = '/F Do '.repeat(10);
  const form = (index: number) =>
    streamOf(
      tenTimes,
      `/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /XObject << /F ${index + 6} 0 R >> >>`,
    );
  const last = streamOf('0 0 200 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 200 100]');
  return pdfOf([
    ...pageOf(tenTimes, '/XObject << /F 5 0 R >>'),
    ...Array.from({ length: depth - 1 }, (_, n) => form(n)),
    last,
  ]);
}
