/** Sentences about files and other bodies that are too large, with figures. */
import { t } from './texts.ts';

const MEGABYTE = 1024 * 1024;

/** '48 KB', '5 MB', '5.1 MB': rounded up, so that no size above a bound reads like the bound. */
function sizeText(bytes: number): string {
  return bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil((bytes * 10) / MEGABYTE) / 10} MB`;
}

/** @param bytes null if the size is not known, because it arrives in pieces */
export function fileTooLarge(bytes: number | null, bytesMax: number): string {
  const most = sizeText(bytesMax);
  return bytes === null
    ? t('The file is too large; at most {most}.', { most })
    : t('The file is {size}; at most {most}.', { size: sizeText(bytes), most });
}

/** The same for a body without a file. */
export function bodyTooLarge(bytes: number | null, bytesMax: number): string {
  const most = sizeText(bytesMax);
  return bytes === null
    ? t('What was sent is too large; at most {most}.', { most })
    : t('What was sent is {size}; at most {most}.', { size: sizeText(bytes), most });
}
