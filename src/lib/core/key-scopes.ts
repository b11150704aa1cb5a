/** What an API key may do, each with a sentence for admins. A call that names none of them refuses every key. */
export const KEY_SCOPES = {
  'read:purchases': 'List purchases and their totals, and download their proofs.',
  'write:decisions':
    'Approve and reject purchases, never those of the admin who made the key and never as a second admin.',
  'read:members': 'List members and read their details.',
  'read:ledger': 'List entries of the stock ledger, and download it.',
  'read:refunds': 'List refunds.',
  'read:audit': 'List entries of the audit trail.',
  'read:events': 'Read the feed of events.',
} as const;

export type KeyScope = keyof typeof KEY_SCOPES;
export const KEY_SCOPE_NAMES = Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]];
