/** The actions about refunds. */
export const REFUND_ACTIONS = {
  'refund.add': { title: 'Refund created', sentence: '{actor} created a refund for purchase {subject}' },
  'refund.account': {
    title: 'Account of a refund entered',
    sentence: '{actor} entered the account for the refund of purchase {subject}',
  },
  'refund.ask': {
    title: 'Account of a refund requested again',
    sentence: '{actor} asked for another account for the refund of purchase {subject}',
  },
  'refund.show': {
    title: 'Account of a refund shown',
    sentence: '{actor} looked at the account for the refund of purchase {subject}',
  },
  'refund.approve.first': {
    title: 'Refund approved by the first of two admins',
    sentence: '{actor} approved the refund of purchase {subject} as the first of two admins',
  },
  'refund.approve': { title: 'Refund approved', sentence: '{actor} approved the refund of purchase {subject}' },
  'refund.export': {
    title: 'Refund exported',
    sentence: '{actor} exported the refund of purchase {subject} for the bank',
  },
  'refund.export.first': {
    title: 'Second export of a refund requested',
    sentence: '{actor} asked to export the refund of purchase {subject} again',
  },
  'refund.pay': { title: 'Refund paid', sentence: '{actor} marked the refund of purchase {subject} as paid' },
  'refund.pay.seen': {
    title: 'Refund seen on a bank statement',
    sentence: 'A bank statement that {actor} imported shows the refund of purchase {subject}',
  },
  'refund.reopen': { title: 'Refund reopened', sentence: '{actor} reopened the refund of purchase {subject}' },
  'refund.reopen.first': {
    title: 'Reopening of a refund requested',
    sentence: '{actor} asked to reopen the refund of purchase {subject}',
  },
  'refund.return': {
    title: 'Refund returned by the bank',
    sentence: 'A bank statement that {actor} imported returned the refund of purchase {subject}',
  },
  'refund.late': {
    title: 'Earlier payout of a refund seen',
    sentence: 'A bank statement that {actor} imported shows an earlier payout of the refund of purchase {subject}',
  },
  'refund.cancel': { title: 'Refund cancelled', sentence: '{actor} cancelled the refund of purchase {subject}' },
} as const;
