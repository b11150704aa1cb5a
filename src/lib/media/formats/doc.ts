import { damagedDocument, has, refused, u8, u16le, u32le, type Walk } from './bytes.ts';

/*
 * DOC: a compound file ([MS-CFB]) with the stream WordDocument ([MS-DOC] 2.1.1). Spreadsheets, mails, installers and encrypted
 * packages use the same container, so the directory is read: only documents without macros and passwords are accepted. Macros of
 * Word 6 and 95 are inside the document itself and are not visible here; today's Word does not run them.
 */

const magic = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Allocation tables that the header lists. A file of 5 MiB needs no further list. */
const headerTablesMax = 109;
const chainEnd = 0xfffffffe;

interface Container {
  readonly bytes: Uint8Array;
  readonly sectorBytes: number;
}
interface Entry {
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly size: number;
}

function offsetOf({ sectorBytes }: Container, sector: number): number {
  return (sector + 1) * sectorBytes;
}

/** The sector after this one in the allocation table; NaN if the table is too short. */
function nextSector(container: Container, sector: number): number {
  const perTable = container.sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= Math.min(u32le(container.bytes, 0x2c), headerTablesMax)) return Number.NaN;
  const at = offsetOf(container, u32le(container.bytes, 0x4c + table * 4)) + (sector % perTable) * 4;
  return at + 4 <= container.bytes.length ? u32le(container.bytes, at) : Number.NaN;
}

/** The sectors of a stream, all inside the file; undefined if the chain is broken or circular. */
function chain(container: Container, start: number): number[] | undefined {
  const sectors: number[] = [];
  const most = Math.ceil(container.bytes.length / container.sectorBytes);
  for (let sector = start; sector !== chainEnd; sector = nextSector(container, sector)) {
    // `!(… < …)` is also true for NaN.
    if (!(offsetOf(container, sector) < container.bytes.length) || sectors.length >= most) return undefined;
    sectors.push(sector);
  }
  return sectors;
}

function entries(container: Container): Entry[] | undefined {
  const sectors = chain(container, u32le(container.bytes, 0x30));
  if (!sectors) return undefined;
  const directory: Entry[] = [];
  for (const sector of sectors) {
    const start = offsetOf(container, sector);
    for (let at = start; at < start + container.sectorBytes; at += 128) {
      const length = Math.min(u16le(container.bytes, at + 0x40), 64);
      let name = '';
      for (let i = 0; i < length - 2; i += 2) name += String.fromCharCode(u16le(container.bytes, at + i));
      directory.push({
        name,
        kind: u8(container.bytes, at + 0x42),
        start: u32le(container.bytes, at + 0x74),
        size: u32le(container.bytes, at + 0x78),
      });
    }
  }
  return directory;
}

export function walkDoc(bytes: Uint8Array): Walk {
  const shift = u16le(bytes, 0x1e);
  const version = u16le(bytes, 0x1a);
  const fits = (version === 3 && shift === 9) || (version === 4 && shift === 12);
  if (!has(bytes, magic) || !fits || u16le(bytes, 0x1c) !== 0xfffe || bytes.length < 512) return damagedDocument;
  if (u32le(bytes, 0x2c) > headerTablesMax) return damagedDocument;
  const container: Container = { bytes, sectorBytes: 2 ** shift };
  const directory = entries(container);
  if (!directory) return damagedDocument;
  const used = directory.filter(({ kind }) => kind === 1 || kind === 2);
  const names = new Set(used.map(({ name }) => name.toLowerCase()));
  if (names.has('encryptedpackage') || names.has('encryptioninfo')) {
    return refused('This document has a password. Send a screenshot, or print it to a PDF.');
  }
  if (['macros', 'vba', '_vba_project', '_vba_project_cur'].some((name) => names.has(name))) {
    return refused('This document contains macros. Please send it without them, best as a PDF.');
  }
  const text = used.find(({ name, kind }) => kind === 2 && name === 'WordDocument');
  if (!text) return refused('This is an Office file of another kind. Please send a Word document or a PDF.');
  const sectors = chain(container, text.start);
  const first = sectors?.[0];
  // Streams below 4096 bytes are stored elsewhere in the file; word processors never write so little.
  if (!sectors || first === undefined || text.size < 4096) return damagedDocument;
  if (sectors.length * container.sectorBytes < text.size) return damagedDocument;
  const at = offsetOf(container, first);
  const ident = u16le(bytes, at);
  if (ident !== 0xa5ec && ident !== 0xa5dc) return damagedDocument;
  if (u16le(bytes, at + 0x0a) & 0x0100) {
    return refused('This document has a password. Send a screenshot, or print it to a PDF.');
  }
  return { ok: true, parts: [bytes] };
}
