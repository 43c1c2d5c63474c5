import { useEffect, useState } from 'react';
import type { FileType } from '#domain/content/content.ts';
import { Glyph } from './glyphs.tsx';

/** What was picked, as it will be seen, before any of it is sent. What the browser cannot show is a sign. */
export function UploadPreview({ file, type }: { file: File; type: FileType }) {
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
  if (type === 'image') return <img className="preview" src={address} alt={`Preview of ${file.name}`} onError={hide} />;
  // biome-ignore lint/a11y/useMediaCaption: nobody has captions for what was just picked
  if (type === 'audio') return <audio className="preview preview-sound" src={address} controls onError={hide} />;
  // biome-ignore lint/a11y/useMediaCaption: the same
  return <video className="preview" src={address} controls playsInline preload="metadata" onError={hide} />;
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
