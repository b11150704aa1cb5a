/** QR codes as SVG path data: the screen draws a single path and needs no image file. */
import { create } from 'qrcode';

export interface QrDrawing {
  /** Side of the `viewBox` in modules, with the quiet zone. */
  readonly size: number;
  /** The `d` of one path with stroke width 1: each run of dark modules is a horizontal stroke. */
  readonly d: string;
}

/** Light modules that readers need around the code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** The QR code of a text. @param level of error correction: H for what is printed, M for a long text on a screen */
export function qrDrawing(text: string, level: 'H' | 'M' = 'H'): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: level });
  const strokes: string[] = [];
  let [atX, atY] = [0, 0];
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue;
      const start = x;
      while (x + 1 < modules.size && modules.get(y, x + 1)) x++;
      const first = strokes.length === 0;
      const move = first ? `M${start + QUIET_MODULES} ${y + QUIET_MODULES}.5` : `m${start - atX} ${y - atY}`;
      strokes.push(`${move}h${x - start + 1}`);
      [atX, atY] = [x + 1, y];
    }
  }
  return { size: modules.size + 2 * QUIET_MODULES, d: strokes.join('') };
}
