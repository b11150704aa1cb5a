/** Whether the payer of a row fits a buyer, and what speaks against an equal number. */
import { describe, expect, it } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { fitOf, nameTokens } from '@/lib/reconciliation/matching/payer.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

const RRN = '632112345678';
const idle = (id: string) => ({ id, hasOpenClaim: false });
const outcome = (row: Partial<BankRow>, claims: readonly Partial<Claim>[], ownTokens?: ReadonlySet<string>) =>
  rowOutcome(indexOf([bankRow(row)], claims.map(claimOf), ownTokens), bankRow(row));
const bucketOf = (...args: Parameters<typeof outcome>) => outcome(...args).bucket;

describe('a name', () => {
  it.each([
    ['ASHA RAO', 'Asha Rao', 'FULL'],
    ['RAO ASHA', 'Asha Rao', 'FULL'],
    ['MRS ASHA RAO', 'Asha Rao', 'FULL'],
    ['ASHARAO', 'Asha Rao', 'FULL'],
    ['RAOASHA', 'Asha Rao', 'PART'],
    ['RAVI MEN', 'Ravi Menon', 'PART'],
    ['THOMAS MATHEW P', 'Thomas Mathew', 'PART'],
    ['REV THOMAS MATHEW', 'Thomas Mathew', 'FULL'],
    ['RAMACHANDRAN', 'Ramachandra Iyer', 'PART'],
    ['ASHARAOK', 'Asha Rao', 'PART'],
    ['JOSE MARIA', 'José Maria', 'FULL'],
    ['आशा राव', 'आशा राव', 'FULL'],
    ['SYED SADIQ', 'Ravi Menon', 'NONE'],
    ['ASHA RAO', 'आशा राव', 'NONE'],
    ['SHRI RAM LAL', 'Shri Krishna Das', 'NONE'],
    ['REV JOHN', 'Rev Peter', 'NONE'],
    ['AL BO', 'Al Xi', 'NONE'],
    ['', 'Asha Rao', 'NONE'],
  ])('%s and %s: %s', (row, name, kind) => expect(fitOf(nameTokens(row), nameTokens(name)).kind).toBe(kind));
});

describe('the payer', () => {
  it.each<[string, Partial<BankRow>, Partial<Claim>, string]>([
    ['fits', {}, {}, 'EXACT'],
    ['is somebody else', { payerName: 'SYED SADIQ' }, {}, 'PAYER_DIFFERS'],
    ['paid for this buyer before', { payerName: 'SYED SADIQ' }, { payerNames: ['Syed Sadiq'] }, 'EXACT'],
    ['writes the order number', { payerName: 'SYED SADIQ', narration: 'UPI PUR-700001' }, {}, 'EXACT'],
    ['has the buyer’s phone', { payerName: 'SYED SADIQ', vpa: '9876543210@ybl' }, {}, 'EXACT'],
    ['is nobody', { payerName: null, narration: `INB IMPS/${RRN}/XX4417/COWL--` }, {}, 'EXACT'],
    ['is a word of the text', { payerName: null, narration: `FT ${RRN} RENT ASHA` }, {}, 'EXACT'],
    ['is no word of the text', { payerName: null, narration: `FT ${RRN} SYED SADIQ` }, {}, 'PAYER_DIFFERS'],
    ['is only an address', { payerName: null, narration: `UPI/CR/${RRN}//HDFC/asha@ok/UPI` }, {}, 'EXACT'],
    ['is the company', { payerName: null, narration: `FT ${RRN} COWL LAUNCH` }, {}, 'EXACT'],
    ['is another member', { payerMembers: [idle('buyer-9')] }, {}, 'PAYER_DIFFERS'],
    [
      'is another member, with the order number',
      { payerMembers: [idle('b9')], narration: 'PUR-700001' },
      {},
      'PAYER_DIFFERS',
    ],
    ['shares the name', { payerMembers: [idle('buyer-1'), idle('b9')] }, { isBuyerVerified: false }, 'PAYER_DIFFERS'],
    [
      'shares the name with a member who has a claim',
      { payerMembers: [idle('buyer-1'), { id: 'b9', hasOpenClaim: true }] },
      { isBuyerVerified: false },
      'EXACT',
    ],
    [
      'is not the member who has the name and a claim',
      { payerMembers: [{ id: 'b9', hasOpenClaim: true }] },
      {},
      'PAYER_DIFFERS',
    ],
    ['shares the name and is verified', { payerMembers: [idle('buyer-1'), idle('b9')] }, {}, 'EXACT'],
    ['took the name after the payment', {}, { identityChangedOn: '2026-11-18' }, 'PAYER_DIFFERS'],
    ['took the name while the bank was closed', {}, { identityChangedOn: '2026-11-15' }, 'PAYER_DIFFERS'],
    ['took the name long before the payment', {}, { identityChangedOn: '2026-11-14' }, 'EXACT'],
    [
      'took a name, and was paid for by this payer before',
      {},
      { identityChangedOn: '2026-11-18', payerNames: ['ASHA RAO'] },
      'EXACT',
    ],
    [
      'took the phone number of the address',
      { narration: 'UPI/CR/632112345678/KIRAN/HDFC/9876543210@ybl/x', payerName: 'KIRAN', vpa: '9876543210@ybl' },
      { identityChangedOn: '2026-11-18' },
      'PAYER_DIFFERS',
    ],
    ['is new and has a name of their own', { payerMembers: [idle('buyer-1')] }, { isBuyerVerified: false }, 'EXACT'],
  ])('%s: %s', (_, row, claim, bucket) => expect(bucketOf(row, [claim], new Set(['COWL', 'LAUNCH']))).toBe(bucket));

  it('of a rejected claim has to fit for a reopening', () => {
    const rejected: Partial<Claim> = { status: 'REJECTED' };
    expect(bucketOf({}, [rejected])).toBe('REOPEN');
    expect(bucketOf({ payerName: 'SYED SADIQ' }, [rejected])).toBe('WITHOUT_CLAIM');
  });
});

describe('another open claim', () => {
  const other: Partial<Claim> = {
    purchaseId: 'purchase-2',
    orderNumber: 'PUR-700002',
    reference: '799999999999',
    buyerId: 'buyer-2',
    buyerName: 'Asha Rao',
  };
  const stranger: Partial<Claim> = { buyerName: 'Ravi Menon' };

  it.each<[string, Partial<BankRow>, readonly Partial<Claim>[], string]>([
    ['whose name fits, and this one’s not', {}, [stranger, other], 'CONFLICT'],
    ['whose name fits better', {}, [{ buyerName: 'Asha Verma' }, other], 'CONFLICT'],
    ['whose name fits as well', {}, [{}, other], 'CONFLICT'],
    ['whose name fits worse', {}, [{}, { ...other, buyerName: 'Asha Verma' }], 'EXACT'],
    ['of another amount', {}, [{}, { ...other, duePaise: 5n }], 'EXACT'],
    ['of the same buyer', {}, [{}, { ...other, buyerId: 'buyer-1' }], 'EXACT'],
    ['that is decided', {}, [{}, { ...other, status: 'REJECTED' }], 'EXACT'],
    [
      'that the note names',
      { narration: `UPI/CR/${RRN}/ASHA RAO/HDFC/x@y/PUR 700002` },
      [{}, { ...other, duePaise: 5n }],
      'CONFLICT',
    ],
    ['glued in the row', { payerName: 'ASHARAO' }, [stranger, other], 'CONFLICT'],
    ['cut in the row', { payerName: 'RAMACHAN' }, [stranger, { ...other, buyerName: 'Ramachandra' }], 'CONFLICT'],
  ])('%s: %s', (_, row, claims, bucket) => expect(bucketOf(row, claims)).toBe(bucket));

  it('is shown next to this one, with what fits of each', () => {
    const shown = outcome({}, [stranger, other]);
    expect(shown.rivals.purchaseIds).toEqual(['purchase-1', 'purchase-2']);
  });
});
