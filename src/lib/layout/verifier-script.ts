/** The script of the page that checks a proof of stock (`verifier.ts`). It runs without a network, also from a disk. */
import { formatDateTime, formatQuantity } from '../core/format.ts';
import { t } from '../core/texts.ts';
import { checkProof, type ProofResult, type ProvenEntry, proofSentence } from '../ledger/proof/rules.ts';
import { compareWithSite } from '../transparency-log/continuity.rules.ts';
import { parseVerifierLine } from '../transparency-log/note.rules.ts';

const KIND_NAMES = { PURCHASE: 'Purchase', REWARD: 'Reward', ADJUSTMENT: 'Taken back' } as const;

/** An entry of a later version may have another kind. */
function nameOfKind(kind: string): string {
  return Object.hasOwn(KIND_NAMES, kind) ? t(KIND_NAMES[kind as keyof typeof KIND_NAMES]) : kind;
}

function part<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function rowOf({ position, kind, quantity, createdAt, hash }: ProvenEntry): HTMLElement {
  const row = document.createElement('li');
  row.append(
    element('strong', `${nameOfKind(kind)}: ${formatQuantity(quantity)}`),
    element(
      'span',
      t('{when}, entry {number}', { when: formatDateTime(createdAt), number: formatQuantity(position + 1) }),
    ),
    element('code', hash),
  );
  return row;
}

function show(name: string, result: ProofResult): void {
  const box = part('result');
  box.dataset.state = result.isValid ? 'right' : 'wrong';
  box.replaceChildren(
    element('h2', result.isValid ? t('The proof is right') : t('The proof is wrong')),
    element('p', result.isValid ? proofSentence(result) : result.reason),
    element('p', name),
  );
  if (!result.isValid || result.entries.length === 0) return;
  const list = document.createElement('ol');
  list.append(...result.entries.map(rowOf));
  box.append(list);
}

/** Whether the site still continues a right proof. A copy on a disk has no site behind it. */
async function compare(proof: ProofResult & { isValid: true }, present: readonly string[]): Promise<void> {
  const line = element('p', '');
  const box = part('result');
  if (location.protocol === 'file:') {
    line.textContent = t(
      'Not compared with the site. Open this page on the site to see whether it still continues this proof.',
    );
    return box.append(line);
  }
  const read = async (path: string): Promise<string | null> => {
    const answer = await fetch(path, { cache: 'no-store' }).catch(() => null);
    return answer?.ok ? answer.text() : null;
  };
  const keys = present.map((key) => parseVerifierLine(key)).filter((key) => key !== null);
  const result = await compareWithSite(proof, read, keys);
  if (result.state === 'continued')
    line.textContent = t(
      'The site continues this proof: its newest checkpoint has {count} entries and begins with the same.',
      {
        count: formatQuantity(result.size),
      },
    );
  else if (result.state === 'broken') {
    box.dataset.state = 'wrong';
    box.querySelector('h2')?.replaceChildren(t('The site no longer continues this proof'));
    line.textContent = t(
      'The signatures are right, but the ledger of the site has {count} entries now and does not begin with the same. Keep the file, and ask the company what happened.',
      { count: formatQuantity(result.size) },
    );
  } else line.textContent = t('Not compared with the site: it did not answer. Please try again later.');
  box.append(line);
}

/** Checks with the keys in the page: a file must not bring the key that it is checked with. */
async function check(file: File): Promise<void> {
  const { keys, present } = JSON.parse(part('site').textContent ?? '') as { keys: string[]; present: string[] };
  const text = await file.text().catch(() => '');
  const result = checkProof(text, keys);
  show(file.name, result);
  if (result.isValid) await compare(result, present);
}

const input = part<HTMLInputElement>('file');
input.addEventListener('change', () => {
  const [file] = input.files ?? [];
  // Empty, so that the same file can be chosen again.
  if (file) void check(file).then(() => (input.value = ''));
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void check(file);
});
// A copy on a disk has no site behind it. A browser may have saved what was shown last.
part('save').hidden = location.protocol === 'file:';
part('result').replaceChildren();
delete part('result').dataset.state;
part('form').hidden = false;
