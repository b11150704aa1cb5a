interface KeyGroup {
  readonly title: string;
  /** A key, and what it does. */
  readonly keys: readonly (readonly [key: string, what: string])[];
}

/** Where two screens share a key, it does the same. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['?', 'Show these keys'],
      ['Esc', 'Cancel, close, or go back to the list'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      ['/', 'Search'],
      ['D', 'Review or verify one by one'],
    ],
  },
  {
    title: 'Reviewing purchases',
    keys: [
      ['A', 'Approve'],
      ['R', 'Reject'],
      ['1 – 5', 'Choose a ready reason for a rejection'],
      ['Enter', 'Confirm'],
      ['N', 'Next request'],
      ['P', 'Previous request'],
      ['M', 'Messages with the buyer'],
      ['+ − 0', 'Zoom the receipt in, out, and back'],
    ],
  },
  {
    title: 'Verifying members',
    keys: [
      ['A', 'Approve'],
      ['Enter', 'Confirm'],
      ['N', 'Next member'],
      ['P', 'Previous member'],
    ],
  },
  {
    title: 'Reconciliation',
    keys: [
      ['A', 'Approve, reopen or link'],
      ['R', 'Reject the claim'],
      ['O', 'Mark the bank row as not ours'],
      ['1 – 9', 'Choose a claim or a ready reason'],
      ['Enter', 'Confirm'],
      ['N', 'Next row'],
      ['P', 'Previous row'],
      ['U', 'Take the latest decision back'],
      ['/', 'Search the pending claims'],
      ['+ − 0', 'Zoom the proof in, out, and back'],
    ],
  },
];
