/*
 * A phone's photo of a receipt is ten times what is needed to read it. It is made smaller before it is sent, which also
 * leaves place and time behind. Whatever goes wrong here, the original is sent, and the server says what it thinks.
 */

/** Longest side after scaling, in pixels: a page of A4 stays readable. */
const sideMax = 2000;
/** A file up to this size, in bytes, goes as it is unless its sides are longer. */
const bytesLight = 1024 * 1024;
const quality = 0.85;

/** Pictures of one frame. GIFs move, so they are left alone. */
const SCALED = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Kinds that the server does not take; a browser that can read them makes a JPEG of them. */
const CONVERTED = new Set(['image/heic', 'image/heif', 'image/avif']);

/** The size to draw at, in pixels: the longest side within bounds, the shape kept, never larger than it was. */
export function scaledSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, sideMax / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

function asJpeg(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, scaledSize(bitmap.width, bitmap.height));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency; on paper it would be white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** The file to send for a chosen file: a smaller JPEG of a big picture, else the file itself. Never throws. */
export async function scaledDown(file: File): Promise<File> {
  // Some systems do not know the kind by its name.
  const converted = CONVERTED.has(file.type) || (file.type === '' && /\.(heic|heif|avif)$/i.test(file.name));
  if (!converted && !SCALED.has(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      const small = file.size <= bytesLight && Math.max(bitmap.width, bitmap.height) <= sideMax;
      if (small && !converted) return file;
      const jpeg = await asJpeg(bitmap);
      if (jpeg?.type !== 'image/jpeg' || (jpeg.size >= file.size && !converted)) return file;
      return new File([jpeg], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: jpeg.type });
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}
