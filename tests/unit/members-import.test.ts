/** Which columns, lines and cells of a file are members. */
import { describe, expect, test } from 'vitest';
import { toE164 } from '@/lib/accounts/phone/service.ts';
import { IMPORT_ROWS_MAX } from '@/lib/members/import/calls.ts';
import { fieldOf } from '@/lib/members/import/columns.rules.ts';
import { readTable } from '@/lib/members/import/formats/csv.ts';
import { countsOf, inOrder, planOf, readPeople } from '@/lib/members/import/rules.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string | Uint8Array) =>
  readPeople(readTable(typeof text === 'string' ? bytes(text) : text), toE164);
const ASHA = { line: 2, name: 'Asha Rao', mobile: '+919876543210', email: 'asha@example.com' };

describe('a column', () => {
  test.each([
    ['Name', 'name'],
    ['FULL NAME', 'name'],
    ['Customer_Name', 'name'],
    ['contact name', 'name'],
    ['Mobile', 'mobile'],
    ['Mobile No.', 'mobile'],
    ['Phone Number', 'mobile'],
    ['WhatsApp number', 'mobile'],
    ['Contact No', 'mobile'],
    ['E-mail', 'email'],
    ['Email ID', 'email'],
    ['email_address', 'email'],
    ['Role', 'role'],
    ['', null],
    ['No', null],
    ['Sl.No', null],
    ['Contact', null],
    ['Username', null],
    ['Password', null],
    ['Referral Code', null],
    ['Father’s name', null],
    ['Email sent at', null],
  ])('%j is the %s', (header, field) => {
    expect(fieldOf(header)).toBe(field);
  });
});

describe('a file', () => {
  test.each([
    ['commas', 'Name,Mobile,Email\nAsha Rao,9876543210,asha@example.com\n'],
    ['semicolons', 'Name;Mobile;Email\r\nAsha Rao;9876543210;asha@example.com\r\n'],
    ['tabs, as pasted', 'Name\tMobile\tEmail\nAsha Rao\t98765 43210\tasha@example.com'],
    ['bars', 'Name|Mobile|Email\nAsha Rao|9876543210|asha@example.com'],
    ['a byte-order mark', '\ufeffName,Mobile,Email\nAsha Rao,9876543210,asha@example.com\n'],
    ['quoted cells', '"Name","Mobile","Email"\n"Asha Rao","+91 98765-43210","ASHA@Example.com"\n'],
    ['another order and more columns', 'City,Email,Name,Phone\nPune,asha@example.com, Asha  Rao ,919876543210\n'],
    ['a number kept as text', 'Name,Mobile,Email\nAsha Rao,="09876543210",asha@example.com\n'],
    ['a role', 'Name,Mobile,Email,Role\nAsha Rao,9876543210,asha@example.com,User\n'],
    ['the ends of lines of old computers', 'Name,Mobile,Email\rAsha Rao,9876543210,asha@example.com\r'],
  ])('with %s', (_, text) => {
    const { people, leftOut } = read(text);
    expect(leftOut).toEqual([]);
    expect(people.map((person) => ({ ...person, name: person.name.replace(/\s+/g, ' ') }))).toEqual([ASHA]);
  });

  test('with a line that names the separator', () => {
    expect(read('sep=;\r\nName;Mobile;Email\r\nAsha Rao;9876543210;asha@example.com\r\n').people).toEqual([
      { ...ASHA, line: 3 },
    ]);
  });

  test('in UTF-16 and in windows-1252', () => {
    const text = 'Name,Mobile,Email\nZoë Rao,9876543210,zoe@example.com\n';
    const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
    for (const file of [wide, new Uint8Array(Buffer.from(text, 'latin1'))])
      expect(read(file).people.map(({ name }) => name)).toEqual(['Zoë Rao']);
  });

  test('gives line numbers of the file, over blank lines and quoted line ends', () => {
    const { people } = read(
      'Name,Mobile,Email\n\n"Asha\nRao",9876543210,a@example.com\n,,\nRavi Das,9876543211,r@example.com\n',
    );
    expect(people.map(({ line, name }) => [line, name])).toEqual([
      [3, 'Asha Rao'],
      [6, 'Ravi Das'],
    ]);
  });

  test('may have several ends of lines', () => {
    const { people } = read(
      'Name,Mobile,Email\r\nAsha Rao,9876543210,a@example.com\nRavi Das,9876543211,r@example.com\rOm Das,9876543212,o@example.com\r\n"Nila\r\nRao",9876543213,n@example.com\r\nZoya Quli,9876543214,z@example.com',
    );
    expect(people.map(({ line, name }) => [line, name])).toEqual([
      [2, 'Asha Rao'],
      [3, 'Ravi Das'],
      [4, 'Om Das'],
      [5, 'Nila Rao'],
      [7, 'Zoya Quli'],
    ]);
  });

  test('names the columns that are not used', () => {
    expect(readTable(bytes('Name,Mobile,Email,City,,Password\nA,B,C,D,E,F')).unusedColumns).toEqual([
      'City',
      'Password',
    ]);
  });

  test.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    ['Name,Mobile,Email\n', 'The file has no members below its first line.'],
    [
      'Asha Rao,9876543210,asha@example.com',
      /^The first line has to name the columns\. Missing: name, mobile number, email\./,
    ],
    ['Name,Email\nAsha,a@example.com', /Missing: mobile number\./],
    ['Name,Mobile,Phone,Email\n', 'Two columns name the mobile number: Mobile and Phone. Please remove or rename one.'],
    ['Name,Mobile,Email\n"Asha,9876543210,a@example.com\n', /^A quotation mark on line 2 is never closed/],
    ['PK\u0003\u0004\u0000\u0000', /^This is not a CSV file\./],
    [`Name,Mobile,Email${',x'.repeat(70)}\na,b,c`, 'The file can have at most 64 columns.'],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('has a largest number of members', () => {
    const file = (count: number): string =>
      `Name,Mobile,Email\n${Array.from({ length: count }, (_, at) => `Asha Rao,9876543210,a${at}@example.com`).join('\n')}`;
    expect(read(file(IMPORT_ROWS_MAX)).people).toHaveLength(IMPORT_ROWS_MAX);
    expect(() => read(file(IMPORT_ROWS_MAX + 1))).toThrow('The file has more than 2000 members. Please divide it.');
  });
});

describe('a line', () => {
  test.each([
    [',9876543210,a@example.com,', 'Please enter the name.'],
    ['Asha,,a@example.com,', 'Please enter the mobile number.'],
    ['Asha,12345,a@example.com,', 'Please enter a valid mobile number.'],
    ['Asha,2876543210,a@example.com,', 'Please enter a valid mobile number.'],
    ['Asha,9.88E+09,a@example.com,', /^The spreadsheet has shortened the mobile number\./],
    ['Asha,9876543210,,', 'Please enter the email address.'],
    ['Asha,9876543210,a.example.com,', 'Please enter a valid email address.'],
    ['Asha,9876543210,=HYPERLINK(1),', 'Please enter a valid email address.'],
    ['Asha,9876543210,"a@example.com,b@example.com",', 'Please enter a valid email address.'],
    ['Asha,9876543210,a@example.com,ADMIN', /^Only members can be imported\./],
    ['Asha', /email/],
  ])('%j is wrong', (line, reason) => {
    const { people, leftOut } = read(`Name,Mobile,Email,Role\n${line}\n`);
    expect(people).toEqual([]);
    expect(leftOut).toEqual([
      expect.objectContaining({ line: 2, why: 'WRONG', reason: expect.stringMatching(reason) }),
    ]);
  });

  test('with an earlier address is repeated; a wrong line before it does not count', () => {
    const { people, leftOut } = read(
      'Name,Mobile,Email\nAsha,1,a@example.com\nAsha,9876543210,a@example.com\nAsha,9876543211,A@EXAMPLE.com\n',
    );
    expect(people.map(({ line }) => line)).toEqual([3]);
    expect(leftOut.map(({ line, why, reason }) => [line, why, reason])).toEqual([
      [2, 'WRONG', 'Please enter a valid mobile number.'],
      [4, 'REPEATED', 'The same email as on line 3.'],
    ]);
  });

  test('with the mobile number of another one is a member: only the email is unique', () => {
    expect(
      read('Name,Mobile,Email\nAsha,9876543210,a@example.com\nRavi,9876543210,r@example.com\n').people,
    ).toHaveLength(2);
  });
});

test('a plan leaves out who has an account, and shows first what is to be corrected', () => {
  const people = read(
    'Name,Mobile,Email\nAsha,9876543210,a@example.com\nRavi,9876543210,r@example.com\nRavi,9876543210,r@example.com\nZ,1,z\n',
  );
  const { fresh, leftOut } = planOf(people, new Set(['a@example.com']));
  expect(fresh.map(({ email }) => email)).toEqual(['r@example.com']);
  expect(countsOf(leftOut)).toEqual({ known: 1, repeated: 1, wrong: 1 });
  expect(inOrder(leftOut).map(({ line }) => line)).toEqual([5, 4, 2]);
});
