import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page, which the browser would open instead.
 * @param onDrop is told the files, and whether there was a folder among them, which cannot be kept
 * @returns whether files are being dragged over the page
 */
export function useDroppedFiles(onDrop: (files: File[], hasFolder: boolean) => void): boolean {
  const [isOver, setOver] = useState(false);
  const newest = useRef(onDrop);
  useEffect(() => {
    newest.current = onDrop;
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = (name: 'dragover' | 'drop', act: (transfer: DataTransfer) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event.dataTransfer);
        },
        stop,
      );
    listen('dragover', () => setOver(true));
    listen('drop', ({ items }) => {
      setOver(false);
      const dropped = [...items].filter(({ kind }) => kind === 'file');
      const whole = dropped.filter((item) => !item.webkitGetAsEntry()?.isDirectory);
      const files = whole.map((item) => item.getAsFile()).filter((file) => file !== null);
      newest.current(files, whole.length < dropped.length);
    });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), stop);
    return () => stop.abort();
  }, []);
  return isOver;
}
