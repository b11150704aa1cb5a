/**
 * Measures whether the text of a picture can be read: pictures are drawn with lines of 12 digits, and each digit is compared with
 * the ten that it can be, as a reader of fixed letters does.
 */
import type { Page } from 'playwright';

export interface PictureOptions {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Size of the letters, in pixels of the picture. */
  readonly letters: number;
  /** The part of the height that is a noisy photo, from 0 to 1: it makes the file large. */
  readonly noise: number;
}

export interface Drawn extends PictureOptions {
  readonly bytes: number;
  readonly lines: readonly string[];
}

export interface Reading {
  /** Of the digits, from 0 to 1. */
  readonly right: number;
  /** How much better the right digit fits than the next one, at the least; negative for a wrong one. */
  readonly margin: number;
  readonly width: number;
  readonly height: number;
}

declare global {
  interface Window {
    drawn: { file: File; canvas: HTMLCanvasElement };
    readPicture: (source: CanvasImageSource, width: number, height: number, drawn: Drawn) => Reading;
  }
}

const LINES = Array.from({ length: 20 }, (_, i) => String(412_345_678_901 + i * 37_019_283_746).slice(-12));

/** Draws a picture in the page and leaves it there. */
export async function drawPicture(page: Page, options: PictureOptions): Promise<Drawn> {
  await page.evaluate(defineReader);
  const bytes = await page.evaluate(
    async ({ type, width, height, letters, noise, lines }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      const tile = Object.assign(document.createElement('canvas'), { width: 2048, height: 512 });
      const tileContext = tile.getContext('2d');
      if (!context || !tileContext) throw new Error('no canvas');
      context.fillStyle = '#f4f4f4';
      context.fillRect(0, 0, width, height);
      const pixels = tileContext.createImageData(2048, 512);
      let seed = 1;
      for (let i = 0; i < pixels.data.length; i++) {
        seed = (seed * 48_271) % 2_147_483_647;
        pixels.data[i] = i % 4 === 3 ? 255 : 200 + (seed % 50);
      }
      tileContext.putImageData(pixels, 0, 0);
      context.fillStyle = context.createPattern(tile, 'repeat') ?? '';
      context.fillRect(0, height * (1 - noise), width, height * noise);
      context.fillStyle = '#333';
      context.font = `${letters}px monospace`;
      for (const [i, line] of lines.entries()) context.fillText(line, letters, (height * (i + 1)) / (lines.length + 1));
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
      if (!blob) throw new Error('no picture');
      const file = new File([blob], type === 'image/png' ? 'Screenshot.png' : 'IMG_0001.jpg', { type });
      window.drawn = { file, canvas };
      return file.size;
    },
    { ...options, lines: LINES },
  );
  return { ...options, bytes, lines: LINES };
}

/** Chooses the picture in a field, as a person does. */
export async function chooseDrawn(page: Page, label: string): Promise<void> {
  await page.getByLabel(label).evaluate((field) => {
    const transfer = new DataTransfer();
    transfer.items.add(window.drawn.file);
    (field as HTMLInputElement).files = transfer.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

function defineReader(): void {
  const grey = (context: CanvasRenderingContext2D, x: number, width: number, height: number): number[] => {
    const { data } = context.getImageData(x, 0, width, height);
    const values = Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 1] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const centred = values.map((value) => value - mean);
    const norm = Math.hypot(...centred) || 1;
    return centred.map((value) => value / norm);
  };
  const similarity = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);

  window.readPicture = (source, width, height, { letters, lines, ...drawn }) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    const font = `${letters}px monospace`;
    context.font = font;
    const cell = context.measureText('0').width;
    const tall = Math.ceil(letters * 1.2);
    const wide = Math.ceil(cell);
    Object.assign(canvas, { width: Math.ceil(cell * 12) + 2, height: tall });
    const draw = (what: () => void, digitAt: (i: number) => number): number[][] => {
      context.fillStyle = '#f4f4f4';
      context.fillRect(0, 0, canvas.width, tall);
      what();
      return Array.from({ length: 12 }, (_, i) => grey(context, digitAt(i), wide, tall));
    };
    const leftOf = (i: number): number => Math.round(i * cell);
    const samples = Array.from({ length: 10 }, (_, digit) =>
      draw(() => {
        context.font = font;
        context.fillStyle = '#333';
        context.fillText(String(digit).repeat(12), 0, letters);
      }, leftOf),
    );
    const [scaleX, scaleY] = [width / drawn.width, height / drawn.height];
    let right = 0;
    let margin = 1;
    for (const [row, line] of lines.entries()) {
      const top = (drawn.height * (row + 1)) / (lines.length + 1) - letters;
      const cells = draw(() => {
        const [w, h] = [canvas.width * scaleX, tall * scaleY];
        context.drawImage(source, letters * scaleX, top * scaleY, w, h, 0, 0, canvas.width, tall);
      }, leftOf);
      for (const [i, pixels] of cells.entries()) {
        const fits = samples.map((sample) => similarity(sample[i] ?? [], pixels));
        const own = fits[Number(line[i])] ?? 0;
        const other = Math.max(...fits.filter((_, digit) => digit !== Number(line[i])));
        if (own > other) right++;
        margin = Math.min(margin, own - other);
      }
    }
    return { right: right / (lines.length * 12), margin, width, height };
  };
}

/** Reads the picture at this address. */
export function readStored(page: Page, url: string, drawn: Drawn): Promise<Reading> {
  return page.evaluate(
    async ([address, shape]) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob());
      return window.readPicture(bitmap, bitmap.width, bitmap.height, shape);
    },
    [url, drawn] as const,
  );
}

/** Reads the drawn picture after its longest side was scaled to `side`. */
export function readScaledTo(page: Page, side: number, drawn: Drawn): Promise<Reading> {
  return page.evaluate(
    ([longest, shape]) => {
      const factor = longest / Math.max(shape.width, shape.height);
      const size = { width: Math.round(shape.width * factor), height: Math.round(shape.height * factor) };
      const canvas = Object.assign(document.createElement('canvas'), size);
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(window.drawn.canvas, 0, 0, size.width, size.height);
      return window.readPicture(canvas, size.width, size.height, shape);
    },
    [side, drawn] as const,
  );
}

/** How many pixels of the picture at this address differ from the drawn one. */
export function differingPixels(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const { canvas: drawn } = window.drawn;
    if (bitmap.width !== drawn.width || bitmap.height !== drawn.height) return Number.POSITIVE_INFINITY;
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const [a, b] = [context, drawn.getContext('2d')].map(
      (it) => it && new Uint32Array(it.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer),
    );
    return (a ?? new Uint32Array()).reduce((count, pixel, i) => count + (pixel === b?.[i] ? 0 : 1), 0);
  }, url);
}
