import { ownPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { fileTooLarge } from '../../core/upload-size.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';
import { IMPORT_BYTES_MAX } from './calls.ts';

/* Importing members from a file (docs/contract.md, Import members). */

const person = {
  /** Of the file, from 1. */
  line: z.number(),
  name: z.string(),
  /** E.164, or as it is in the file if it could not be read. */
  mobile: z.string(),
  email: z.string(),
};

/** Why a line adds no member: its address has an account, is on an earlier line of the file, or something in it is wrong. */
export const LEFT_OUT = ['KNOWN', 'REPEATED', 'WRONG'] as const;

const reading = z.object({
  /** Members that an import would add. */
  newMembers: z.number(),
  known: z.number(),
  repeated: z.number(),
  wrong: z.number(),
  /** Names of the columns that are not used. */
  unusedColumns: z.array(z.string()),
  /** The first 10 new members, as they were understood. */
  preview: z.array(z.object(person)),
  /** The first 200 lines that add no member, wrong ones first. */
  leftOut: z.array(z.object({ ...person, why: z.enum(LEFT_OUT), reason: z.string() })),
});
export type MembersReading = z.output<typeof reading>;

const FIELDS = ['members', 'password', 'companyId'];

interface MembersFile {
  readonly file: File;
  /** The admin's own. */
  readonly password?: string | undefined;
}

const upload = z.pipe(
  z.custom<FormData>((sent) => sent instanceof FormData, 'Please send the file as a form.'),
  z.transform((form, ctx): MembersFile => {
    const refuse = (message: string): never => {
      ctx.issues.push({ code: 'custom', message, input: form });
      return z.NEVER;
    };
    const other = [...form.keys()].find((key) => !FIELDS.includes(key));
    if (other !== undefined) return refuse(`Unknown field: ${other.slice(0, 60)}.`);
    const sent = form.getAll('members');
    const [file] = sent;
    if (!(file instanceof File)) return refuse('Please choose a file.');
    if (sent.length > 1) return refuse('Please send one file at a time.');
    if (file.size > IMPORT_BYTES_MAX) return refuse(`${fileTooLarge(file.size, IMPORT_BYTES_MAX)} Please divide it.`);
    const password = z.safeParse(ownPassword, form.get('password') ?? undefined);
    if (!password.success) return refuse('Please enter your password.');
    return { file, password: password.data };
  }),
);

export const readMembers = contract(calls.readMembers, {
  input: upload,
  output: reading,
  fileBytesMax: IMPORT_BYTES_MAX,
  accountLimit: { name: 'members-read', max: 120, windowSeconds: 3600 },
  summary:
    'Reads members from a CSV file (UTF-8, UTF-16 or windows-1252, at most 2,000 lines and 1 MB) and says which are new. ' +
    'Nothing is stored.',
});

export const importMembers = contract(calls.importMembers, {
  input: upload,
  output: z.object({ added: z.number(), known: z.number(), repeated: z.number(), wrong: z.number() }),
  fileBytesMax: IMPORT_BYTES_MAX,
  accountLimit: { name: 'members-import', max: 20, windowSeconds: 3600 },
  summary:
    'Adds the new members of a CSV file, all or none. They have no password: a mail invites each to set one. Sent again, it adds nobody.',
  recentAuthentication: 'always',
});
