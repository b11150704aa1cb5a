import { useEffect, useState } from 'react';
import { thumbnailOf } from './scale.ts';

/** The address of a small picture of the file; null for another file, and until it is made. */
export function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    setUrl(null);
    if (!file) return;
    let made: string | null = null;
    let isGone = false;
    void thumbnailOf(file).then((thumbnail) => {
      if (!thumbnail || isGone) return;
      made = URL.createObjectURL(thumbnail);
      setUrl(made);
    });
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
