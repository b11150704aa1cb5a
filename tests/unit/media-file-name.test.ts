import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileNameLengthMax } from '@/lib/media/calls.ts';
import { cleanFileName, contentDisposition } from '@/lib/media/file-name.rules.ts';

describe('a cleaned file name', () => {
  test.each([
    ['receipt.pdf', 'pdf', 'receipt.pdf'],
    ['IMG_1.JPEG', 'jpeg', 'IMG_1.jpeg'],
    ['page.html', 'jpeg', 'page.html.jpg'],
    ['invoice.pdf.exe', 'pdf', 'invoice.pdf.exe.pdf'],
    ['../../etc/passwd', 'png', 'passwd.png'],
    ['C:\\Users\\me\\scan.PNG', 'png', 'scan.png'],
    ['a\0b\r\nSet-Cookie: x.gif', 'gif', 'ab Set-Cookie_ x.gif'],
    ['harmless\u202efdp.exe', 'pdf', 'harmlessfdp.exe.pdf'],
    ['<img src=x onerror=alert(1)>.webp', 'webp', '_img src=x onerror=alert(1)_.webp'],
    ['"quoted"; x=".doc', 'doc', '_quoted_; x=_.doc'],
    ['रसीद.pdf', 'pdf', 'रसीद.pdf'],
    ['..', 'docx', 'file.docx'],
    ['', 'docx', 'file.docx'],
    ['.pdf', 'pdf', 'pdf.pdf'],
    ['CON.png', 'png', '_CON.png'],
    ['\ud800.png', 'png', 'png.png'],
    [`${'x'.repeat(300)}.pdf`, 'pdf', `${'x'.repeat(96)}.pdf`],
  ] as const)('%j as %s becomes %j', (sent, kind, cleaned) => {
    expect(cleanFileName(sent, kind)).toBe(cleaned);
  });

  test('a cleaned name has a bounded length, stays the same when cleaned again and is valid in a header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('jpeg', 'pdf', 'docx'),
        (sent, kind) => {
          const name = cleanFileName(sent, kind);
          expect([...name].length).toBeLessThanOrEqual(fileNameLengthMax);
          expect(name).not.toMatch(/[/\\\p{Cc}"<>]/u);
          expect(cleanFileName(name, kind)).toBe(name);
          const header = contentDisposition(name, kind);
          expect(header).toMatch(
            /^(?:inline|attachment); filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w.~%!#$&+^`|-]+$/,
          );
          expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header);
          expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('pictures are shown inline, documents are downloaded', () => {
    expect(contentDisposition('ä "1".png', 'png')).toBe(
      `inline; filename="a _1_.png"; filename*=UTF-8''%C3%A4%20%221%22.png`,
    );
    for (const kind of ['pdf', 'doc', 'docx'] as const) expect(contentDisposition('x', kind)).toMatch(/^attachment;/);
  });
});
