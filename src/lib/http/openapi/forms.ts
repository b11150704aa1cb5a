/** Forms of uploads as JSON Schema: a contract takes them as `FormData`, of which the schema says nothing. */
import type { Contract } from '../../core/contract.ts';

type Properties = Record<string, Readonly<Record<string, string>>>;

const MEDIA: Properties = {
  medias: {
    type: 'string',
    format: 'binary',
    description: 'One file of at most 5 MiB: an image, pdf, doc or docx.',
  },
};

const STATEMENT: Properties = {
  statement: { type: 'string', format: 'binary', description: 'One file of at most 10 MB: csv, tsv, xls or xlsx.' },
  beneficiaryId: { type: 'string', format: 'uuid', description: 'The account; else the one that the file names.' },
  mapping: { type: 'string', description: 'The `mapping` of an earlier reading, corrected, as JSON.' },
  filteredCreditTotal: {
    type: 'string',
    description: 'The total of the credits according to the bank, for an export that does not prove it.',
  },
  draftId: { type: 'string', format: 'uuid', description: 'To ask for the progress; else the server chooses one.' },
};

const MEMBERS: Properties = {
  members: {
    type: 'string',
    format: 'binary',
    description: 'One CSV file of at most 1 MB. The first line names the columns: name, mobile, email.',
  },
  password: { type: 'string', description: 'The admin’s own, to re-authenticate in the same call.' },
};

function propertiesOf({ fileBytesMax, path }: Contract): Properties {
  if (path.startsWith('/api/v1/admin/member/import/')) return MEMBERS;
  return fileBytesMax === undefined ? MEDIA : STATEMENT;
}

/** The form of an upload. Its file is the first field, and required. */
export function uploadForm(contract: Contract): Record<string, unknown> {
  const properties = propertiesOf(contract);
  return { type: 'object', properties, required: Object.keys(properties).slice(0, 1) };
}
