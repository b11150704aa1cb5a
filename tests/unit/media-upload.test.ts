import { describe, expect, test } from 'vitest';
import { attemptsFor, scaledDown, scaledSize } from '@/islands/media/scale.ts';
import { readAnswer } from '@/islands/media/upload.ts';
import { issueMessages } from '@/lib/core/contract.ts';
import * as z from '@/lib/core/zod.ts';
import { uploadBytesMax } from '@/lib/media/calls.ts';
import { addMedia, addMediaAsAdmin, addMediaAsSuperAdmin } from '@/lib/media/contract.ts';

describe('scaling a picture down', () => {
  test.each([
    ['a photo of 12 megapixels', 4000, 3000, 2828, 2121],
    ['the same, upright', 3000, 4000, 2121, 2828],
    ['a photo of 50 megapixels', 8160, 6120, 2828, 2121],
    ['a photo of 200 megapixels', 16_320, 12_240, 2828, 2121],
    ['a small picture', 800, 600, 800, 600],
    ['a long screenshot, which stays wide enough to be read', 1080, 12_000, 734, 8164],
    ['a line', 24_000, 1, 12_000, 1],
  ])('%s: %i × %i becomes %i × %i', (_, width, height, toWidth, toHeight) => {
    expect(scaledSize({ width, height }, 6_000_000)).toEqual({ width: toWidth, height: toHeight });
  });

  test.each<[string, string, number, number, number, number]>([
    ['a screenshot', 'image/png', 1_900_000, 1440, 3200, 0],
    ['a screenshot at the limit', 'image/png', uploadBytesMax, 1440, 3200, 0],
    ['a long screenshot', 'image/png', 3_000_000, 1080, 11_000, 0],
    ['a screenshot above the limit', 'image/png', uploadBytesMax + 1, 1440, 3200, 4],
    ['a screenshot that is too long', 'image/png', 900_000, 1080, 20_000, 4],
    ['a light photo', 'image/jpeg', 1_000_000, 4000, 3000, 0],
    ['a long screenshot as a light JPEG', 'image/jpeg', 900_000, 1080, 9_000, 0],
    ['a photo', 'image/jpeg', 3_000_000, 4000, 3000, 3],
    ['a photo above the limit', 'image/jpeg', 9_000_000, 8160, 6120, 3],
    ['a light photo of 60 megapixels', 'image/jpeg', 1_000_000, 10_000, 6000, 3],
    ['a small photo of an iPhone', 'image/heic', 500_000, 4000, 3000, 3],
    ['a small photo without a type', '', 500_000, 4000, 3000, 3],
  ])('%s (%s, %i bytes, %i × %i) is sent unchanged or has %i attempts', (_, type, size, width, height, attempts) => {
    const name = type === '' ? 'IMG_0001.HEIC' : 'a';
    expect(attemptsFor({ name, type, size, width, height })).toHaveLength(attempts);
  });

  test('a picture that cannot be scaled is sent unchanged', async () => {
    // Without a browser there is no way to read a picture: the same as a picture that can’t be read.
    for (const type of ['image/jpeg', 'image/gif', 'application/pdf', 'image/heic', '']) {
      const file = new File(['x'], 'a', { type });
      expect(await scaledDown(file)).toBe(file);
    }
  });
});

describe('the response to an upload', () => {
  const id = '3b241101-e2bb-4255-8caf-4136c566a962';
  const read = (status: number, body: unknown): unknown =>
    readAnswer(
      status,
      typeof body === 'string' ? body : JSON.stringify(body),
      'Failed to upload file',
      7 * 1024 * 1024,
    );

  test('gives the id and the url', () => {
    const stored = { id, url: `/api/v1/media/${id}` };
    expect(read(200, { status: true, message: 'ok', data: [stored] })).toEqual(stored);
  });

  test.each([
    [200, { status: true, data: [] }, 'Upload succeeded but no file ID received.'],
    [200, { status: true }, 'Upload succeeded but no file ID received.'],
    [200, '<html>', 'Upload succeeded but no file ID received.'],
    [
      422,
      { status: false, message: 'This file is empty. Please choose another one.', code: 'invalid' },
      'This file is empty. Please choose another one.',
    ],
    [500, '<html>', 'Failed to upload file'],
    [502, '', 'Failed to upload file'],
    [422, { status: false, message: [], code: 'invalid' }, 'Failed to upload file'],
    [413, '', 'The file is 7 MB; at most 5 MB.'],
    [413, '<html>Request Entity Too Large</html>', 'The file is 7 MB; at most 5 MB.'],
  ])('%i %j shows %s', (status, body, message) => {
    expect(() => read(status, body)).toThrow(message);
  });

  test('a list of messages stays a list, with its code', () => {
    expect(() => read(429, { status: false, message: ['One.', 'Two.'], code: 'rate_limited' })).toThrow(
      expect.objectContaining({ messages: ['One.', 'Two.'], code: 'rate_limited' }),
    );
  });
});

describe('the form of an upload', () => {
  const file = (bytes = 3): File => new File([new Uint8Array(bytes)], 'a.png');
  function messages(...fields: [string, string | File][]): string[] {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const checked = z.safeParse(addMedia.input, form);
    return checked.success ? [] : issueMessages(checked.error);
  }

  test('contains one file and nothing else', () => {
    expect(messages(['medias', file()])).toEqual([]);
    expect(messages()).toEqual(['Please choose a file.']);
    expect(messages(['medias', 'text'])).toEqual(['Please choose a file.']);
    expect(messages(['medias', file()], ['medias', file()])).toEqual(['Please send one file at a time.']);
    expect(messages(['medias', file()], ['path', '../x'])).toEqual(['Unknown field: path.']);
    expect(messages(['medias', file(uploadBytesMax + 1)])).toEqual(['The file is 5.1 MB; at most 5 MB.']);
    expect(z.safeParse(addMedia.input, { medias: 'x' }).success).toBe(false);
  });

  test('is sent to the address of each area', () => {
    expect([addMedia, addMediaAsAdmin, addMediaAsSuperAdmin].map(({ path, access }) => [path, access])).toEqual([
      ['/api/v1/user/media/add', 'member'],
      ['/api/v1/admin/media/add', 'admin'],
      ['/api/v1/superadmin/media/add', 'super'],
    ]);
  });
});
