import { PIXELS_A_SIDE_MAX, PIXELS_MAX, uploadBytesMax } from '@/lib/media/calls.ts';

/*
 * A phone's photo of a receipt is several times what is needed to read it, and may be above the limit. It is made smaller before it
 * is sent, which also leaves place and time behind. A screenshot stays as it is up to the limit, because scaling blurs its small
 * text. If anything goes wrong here, the original is sent, and the server says what is wrong with it.
 */

/** A photo of up to this size, in bytes, is sent unchanged. */
const LIGHT_BYTES_MAX = 1024 * 1024;

interface Attempt {
  readonly pixelsMax: number;
  readonly quality: number;
}

/**
 * From the sharpest, until one is within the limit. The first leaves most screenshots their pixels, and fits into the 16.7 megapixels
 * of a canvas in Safari; in the second, print of 8 points on a photo of a whole page can be read.
 */
const ATTEMPTS: readonly Attempt[] = [
  { pixelsMax: 12_000_000, quality: 0.92 },
  { pixelsMax: 6_000_000, quality: 0.85 },
  { pixelsMax: 3_000_000, quality: 0.8 },
  { pixelsMax: 1_500_000, quality: 0.7 },
];

/** For a preview of at most 96 pixels on a phone with three dots a pixel. */
const THUMBNAIL: Attempt = { pixelsMax: 82_944, quality: 0.85 };

/** Pictures of one frame. GIFs move, so they are left alone. */
const SCALED = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Kinds that the server does not take; a browser that can read them makes a JPEG of them. */
const CONVERTED = new Set(['image/heic', 'image/heif', 'image/avif']);

/** Some systems do not know the kind and leave only the name. */
export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return CONVERTED.has(type) || (type === '' && /\.(heic|heif|avif)$/i.test(name));
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size to draw at, in pixels: area and sides within bounds, the shape unchanged, never larger than it was. */
export function scaledSize({ width, height }: Size, pixelsMax: number): Size {
  const factor = Math.min(1, Math.sqrt(pixelsMax / (width * height)), PIXELS_A_SIDE_MAX / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) };
}

type Picture = Pick<File, 'name' | 'type' | 'size'> & Size;

/** True for a picture that the server would refuse. */
function mustChange(picture: Picture): boolean {
  const { size, width, height } = picture;
  const hasTooManyPixels = Math.max(width, height) > PIXELS_A_SIDE_MAX || width * height > PIXELS_MAX;
  return isHeic(picture) || size > uploadBytesMax || hasTooManyPixels;
}

/** How to make the picture smaller, in this order; nothing for one that is sent unchanged. */
export function attemptsFor(picture: Picture): readonly Attempt[] {
  const isScreenshot = picture.type === 'image/png';
  if (!mustChange(picture) && (isScreenshot || picture.size <= LIGHT_BYTES_MAX)) return [];
  return isScreenshot ? ATTEMPTS : ATTEMPTS.slice(1);
}

let decoding: Promise<unknown> = Promise.resolve();

/** Decodes one picture at a time: a photo of 50 megapixels takes 200 MB, and a page on a phone does not get that twice. */
function withPicture<T>(file: File, work: (bitmap: ImageBitmap) => Promise<T>): Promise<T> {
  const done = decoding.then(async () => {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      return await work(bitmap);
    } finally {
      bitmap.close();
    }
  });
  decoding = done.catch(() => undefined);
  return done;
}

/** Null if the browser has no memory for a canvas of this size. */
async function asJpeg(bitmap: ImageBitmap, { pixelsMax, quality }: Attempt): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, scaledSize(bitmap, pixelsMax));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG has no transparency; on paper it would be white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  // Safari counts the memory of canvases until they are collected.
  canvas.width = 0;
  return jpeg?.type === 'image/jpeg' ? jpeg : null;
}

/** A small picture of the file for its preview, which browsers would decode in full; null if the browser cannot show it. */
export async function thumbnailOf(file: File): Promise<Blob | null> {
  if (!file.type.startsWith('image/')) return null;
  return withPicture(file, (bitmap) => asJpeg(bitmap, THUMBNAIL)).catch(() => null);
}

/** The file to send for a chosen file: a smaller JPEG of a big picture, else the file itself. Never throws. */
export async function scaledDown(file: File): Promise<File> {
  if (!isHeic(file) && !SCALED.has(file.type)) return file;
  return withPicture(file, (bitmap) => smallerFile(file, bitmap)).catch(() => file);
}

async function smallerFile(file: File, bitmap: ImageBitmap): Promise<File> {
  const { name, type, size } = file;
  const picture = { name, type, size, width: bitmap.width, height: bitmap.height };
  for (const attempt of attemptsFor(picture)) {
    const jpeg = await asJpeg(bitmap, attempt);
    if (!jpeg || jpeg.size > uploadBytesMax) continue;
    if (jpeg.size >= size && !mustChange(picture)) return file;
    return new File([jpeg], `${name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
  }
  return file;
}
