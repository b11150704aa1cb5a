import { describe, expect, test } from 'vitest';
import { scaledDown, scaledSize } from '@/islands/media/scale.ts';
import { readAnswer } from '@/islands/media/upload.ts';
import { issueMessages } from '@/lib/core/contract.ts';
import * as z from '@/lib/core/zod.ts';
import { uploadBytesMax } from '@/lib/media/calls.ts';
import { addMedia, addMediaAsAdmin, addMediaAsSuperAdmin } from '@/lib/media/contract.ts';

describe('scaling a picture down', () => {
  test.each([
    [4000, 3000, 2000, 1500],
    [3000, 4000, 1500, 2000],
    [2000, 2000, 2000, 2000],
    [800, 600, 800, 600],
    [12_000, 1, 2000, 1],
  ])('%i × %i becomes %i × %i', (width, height, toWidth, toHeight) => {
    expect(scaledSize(width, height)).toEqual({ width: toWidth, height: toHeight });
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
    readAnswer(status, typeof body === 'string' ? body : JSON.stringify(body), 'Failed to upload file');

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
    [413, '', 'This file is larger than 5 MB. Please send a smaller one.'],
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
    expect(messages(['medias', file(uploadBytesMax + 1)])).toEqual([
      'This file is larger than 5 MB. Please send a smaller one.',
    ]);
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
