import { type DragEvent, useEffect, useRef, useState } from 'react';

/** Props of an element that takes a dropped file. */
export function useFileDrop(onDropped: (file: File | undefined) => void) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDropped(event.dataTransfer.files[0]);
    },
  };
}

/** Takes a file that is dropped anywhere else on the page, which it would replace otherwise. */
export function usePageDrop(take: (file: File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const over = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const dropped = (event: globalThis.DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', dropped);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', dropped);
    };
  }, []);
}
