import { type ReactElement, useEffect, useState } from 'react';
import { Glyph } from '#app/components/glyphs.tsx';
import type { FileType } from '#domain/content/content.ts';

/** What was picked, as it will be seen, before any of it is sent. What the browser cannot show is a sign. */
export function UploadPreview({ file, type }: { file: File; type: FileType }): ReactElement {
  const address = useAddress(file);
  const [broken, setBroken] = useState<string | null>(null);
  const hide = () => setBroken(type);
  if (!address || type === 'file' || broken === type) {
    return (
      <span className="preview preview-sign">
        <Glyph name={type} />
      </span>
    );
  }
  const label = `Preview of ${file.name}`;
  const shown = { src: address, 'aria-label': label, controls: true, onError: hide };
  switch (type) {
    case 'image':
      return <img className="preview" src={address} alt={label} onError={hide} />;
    // Without captions: a file that was just picked has none.
    case 'audio':
      return <audio className="preview preview-sound" {...shown} />;
    case 'video':
      return <video className="preview" {...shown} playsInline preload="metadata" />;
  }
}

/** An address of the file within this page, given back when it is not shown any more. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
