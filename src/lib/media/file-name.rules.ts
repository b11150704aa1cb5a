import { cleanLine } from '../core/text.ts';
import { fileNameLengthMax, MEDIA_KINDS, type MediaKind } from './calls.ts';

/*
 * The name that came with a file is a label for people, never a path. It is cleaned when it is stored, and escaped for the header
 * when the file is served.
 */

/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The name to store and show: the last part of a path, without control and direction characters or characters that a file system
 * refuses, at most `fileNameLengthMax` characters, with the extension of the detected kind.
 */
export function cleanFileName(name: string, kind: MediaKind): string {
  const { extension, aliases } = MEDIA_KINDS[kind];
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = cleanLine(last)
    .replace(/[<>:"|?*%]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const dot = clean.lastIndexOf('.');
  const ending = clean.slice(dot + 1).toLowerCase();
  const fits = dot > 0 && (aliases as readonly string[]).includes(ending);
  const stem = fits ? clean.slice(0, dot) : clean;
  const room = fileNameLengthMax - 1 - (fits ? ending.length : extension.length);
  const short = [...stem]
    .slice(0, room)
    .join('')
    .replace(/(?<![. ])[. ]+$/, '');
  const base = short === '' ? 'file' : DEVICES.test(short) ? `_${short}` : short;
  return `${[...base].slice(0, room).join('')}.${fits ? ending : extension}`;
}

/** `Content-Disposition` for a cleaned name: in ASCII for old clients, and in UTF-8 (RFC 6266, RFC 8187). */
export function contentDisposition(name: string, kind: MediaKind, isFramed = false): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()+,=@-]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${MEDIA_KINDS[kind].inline || isFramed ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
