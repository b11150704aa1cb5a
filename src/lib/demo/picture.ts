/**
 * Draws small PNG pictures: shapes and Inter's letters, in a palette of inks. An ink is a ramp of sixteen shades from its
 * ground to its own colour, so that edges are smooth although a pixel is one byte.
 */
import { promisify } from 'node:util';
import { crc32, deflate, inflateSync } from 'node:zlib';
import atlas from './glyphs.json' with { type: 'json' };

const deflated = promisify(deflate);

/** `#rrggbb`. */
export type Colour = `#${string}`;
/** Colour over the ground that it is drawn on. */
export interface Ink {
  readonly colour: Colour;
  readonly ground: Colour;
}

export type FaceName = keyof typeof atlas;
interface Glyph {
  readonly width: number;
  /** 0 to 15 a pixel, row by row. */
  readonly ink: Uint8Array;
}
interface Face {
  readonly glyphs: ReadonlyMap<string, Glyph>;
}

const SHADES = 16;
const FULL = SHADES - 1;
const faces = new Map<FaceName, Face>();

function faceOf(name: FaceName): Face {
  const known = faces.get(name);
  if (known) return known;
  const { height, chars, widths, ink } = atlas[name];
  const packed = inflateSync(Buffer.from(ink, 'base64'));
  const glyphs = new Map<string, Glyph>();
  let at = 0;
  for (const [index, char] of [...chars].entries()) {
    const width = widths[index] ?? 0;
    const shades = Uint8Array.from({ length: width * height }, (_, pixel) => {
      const pair = packed[(at + pixel) >> 1] ?? 0;
      return (at + pixel) % 2 === 0 ? pair >> 4 : pair & FULL;
    });
    glyphs.set(char, { width, ink: shades });
    at += width * height;
  }
  const face = { glyphs };
  faces.set(name, face);
  return face;
}

export interface Shape {
  /** Of a point to the outline in pixels, below 0 inside. */
  readonly distance: (x: number, y: number) => number;
  /** Left, top, right, bottom: all of it lies within. */
  readonly bounds: readonly [number, number, number, number];
}

export function ellipse(cx: number, cy: number, rx: number, ry: number): Shape {
  const side = Math.min(rx, ry);
  return {
    distance: (x, y) => (Math.sqrt(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2) - 1) * side,
    bounds: [cx - rx, cy - ry, cx + rx, cy + ry],
  };
}

export function box(left: number, top: number, width: number, height: number, radius = 0): Shape {
  const distance = (x: number, y: number): number => {
    const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
    const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
    return Math.sqrt(Math.max(dx, 0) ** 2 + Math.max(dy, 0) ** 2) + Math.min(Math.max(dx, dy), 0) - radius;
  };
  return { distance, bounds: [left, top, left + width, top + height] };
}

/** A line of a pen as wide as `width`, with round ends. */
export function stroke(x0: number, y0: number, x1: number, y1: number, width: number): Shape {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const distance = (x: number, y: number): number => {
    const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));
    return Math.sqrt((x - x0 - along * dx) ** 2 + (y - y0 - along * dy) ** 2) - width / 2;
  };
  const pen = width / 2;
  return {
    distance,
    bounds: [Math.min(x0, x1) - pen, Math.min(y0, y1) - pen, Math.max(x0, x1) + pen, Math.max(y0, y1) + pen],
  };
}

/** What of a shape lies outside the second one. */
export function without(shape: Shape, hole: Shape): Shape {
  return { distance: (x, y) => Math.max(shape.distance(x, y), -hole.distance(x, y)), bounds: shape.bounds };
}

/** What of a shape lies above or below a row. */
export function cut(shape: Shape, keep: 'above' | 'below', row: number): Shape {
  const sign = keep === 'above' ? 1 : -1;
  return { distance: (x, y) => Math.max(shape.distance(x, y), sign * (y - row)), bounds: shape.bounds };
}

/** The outline of a shape, drawn by a pen as wide as `width`. */
export function outline(shape: Shape, width: number): Shape {
  const [left, top, right, bottom] = shape.bounds;
  return {
    distance: (x, y) => Math.abs(shape.distance(x, y)) - width / 2,
    bounds: [left - width, top - width, right + width, bottom + width],
  };
}

export class Picture {
  readonly width: number;
  readonly height: number;
  /** As PNG has them: before each row the number of its filter, 0 for none. */
  readonly #rows: Uint8Array;
  readonly #inks: Ink[] = [];

  constructor(width: number, height: number, ground: Colour) {
    this.width = width;
    this.height = height;
    this.#rows = Buffer.alloc((width + 1) * height, this.#rampOf({ colour: ground, ground }) + FULL);
    for (let y = 0; y < height; y++) this.#rows[y * (width + 1)] = 0;
  }

  #at(x: number, y: number): number {
    return y * (this.width + 1) + 1 + x;
  }

  /** Where the shades of an ink begin in the palette, which has room for sixteen inks. */
  #rampOf(ink: Ink): number {
    let at = this.#inks.findIndex((it) => it.colour === ink.colour && it.ground === ink.ground);
    if (at < 0) at = this.#inks.push(ink) - 1;
    if (at >= SHADES) throw new RangeError('a picture has at most sixteen inks');
    return at * SHADES;
  }

  draw(ink: Ink, shape: Shape): void {
    const ramp = this.#rampOf(ink);
    const [left, top, right, bottom] = shape.bounds;
    for (let y = Math.max(0, Math.floor(top) - 1); y < Math.min(this.height, bottom + 1); y++) {
      for (let x = Math.max(0, Math.floor(left) - 1); x < Math.min(this.width, right + 1); x++) {
        const shade = Math.floor((0.5 - shape.distance(x + 0.5, y + 0.5)) * SHADES);
        if (shade > 0) this.#rows[this.#at(x, y)] = ramp + Math.min(shade, FULL);
      }
    }
  }

  /** Quicker than `draw` of a box with straight corners. */
  fill(colour: Colour, left: number, top: number, width: number, height: number): void {
    const index = this.#rampOf({ colour, ground: colour }) + FULL;
    for (let y = top; y < top + height; y++) {
      this.#rows.fill(index, this.#at(left, y), this.#at(left + width, y));
    }
  }

  /** @returns the width of the text in pixels; what the face has no glyph for is left out */
  measure(name: FaceName, text: string): number {
    const { glyphs } = faceOf(name);
    return [...text].reduce((sum, char) => sum + (glyphs.get(char)?.width ?? 0), 0);
  }

  /** Writes one line with its top left corner at x and y; `centre` puts x in its middle. */
  write(name: FaceName, text: string, ink: Ink, x: number, y: number, align: 'left' | 'centre' = 'left'): void {
    const { glyphs } = faceOf(name);
    const ramp = this.#rampOf(ink);
    let left = align === 'centre' ? x - (this.measure(name, text) >> 1) : x;
    for (const char of text) {
      const glyph = glyphs.get(char);
      if (!glyph) continue;
      for (let at = 0; at < glyph.ink.length; at++) {
        const shade = glyph.ink[at] ?? 0;
        const column = left + (at % glyph.width);
        const row = y + Math.floor(at / glyph.width);
        if (shade > 0 && column < this.width && row < this.height) this.#rows[this.#at(column, row)] = ramp + shade;
      }
      left += glyph.width;
    }
  }

  /** PNG with a palette (colour type 3). The same picture gives the same bytes. */
  async toPng(): Promise<Uint8Array> {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([8, 3, 0, 0, 0], 8);
    const palette = Uint8Array.from(this.#inks.flatMap(({ colour, ground }) => shadesBetween(ground, colour)));
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('PLTE', palette),
      chunk('IDAT', await deflated(this.#rows, { level: 3 })),
      chunk('IEND', new Uint8Array()),
    ]);
  }
}

function shadesBetween(from: Colour, to: Colour): number[] {
  const channel = (colour: Colour, at: number): number => Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16);
  return Array.from({ length: SHADES * 3 }, (_, index) => {
    const [shade, at] = [Math.floor(index / 3), index % 3];
    const low = channel(from, at);
    return low + Math.trunc(((channel(to, at) - low) * shade) / FULL);
  });
}

function chunk(type: string, body: Uint8Array): Buffer {
  const out = Buffer.alloc(body.length + 12);
  out.writeUInt32BE(body.length, 0);
  out.write(type, 4, 'latin1');
  out.set(body, 8);
  out.writeUInt32BE(crc32(out.subarray(4, body.length + 8)), body.length + 8);
  return out;
}
