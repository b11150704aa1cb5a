/** Changes of somebody else that a change of a company without a version would undo. */
import { describe, expect, test } from 'vitest';
import { changedFields, type FormValues, undoneFields } from '../../src/lib/superadmin/companies/conflicts.rules.ts';

const NOW: FormValues = {
  companyName: 'Acorn Works',
  companyTitle: 'Acorn',
  tokenName: 'Acorn',
  initialPrice: '0.40',
  platformChargePercent: '18',
  totalSupply: 1000,
  privateSupply: 300,
  publicCellSupply: 500,
  angelInvestorSupply: 100,
  founderTeamSupply: 75,
  airdropSupply: 25,
  email: 'office@acorn.example',
  mobile: '+919876543210',
  companyAadhaarCard: 'XXXX XXXX 2346',
  companyPan: 'ABCCE1234F',
  companyAddress: '1 Example Road',
  companyPincode: '411001',
  hosts: ['a.example', 'b.example'],
};
const wanted = (change: Partial<FormValues>): FormValues => ({ ...NOW, ...change });

test('changed fields come in the order of the form, and the order of a list does not matter', () => {
  expect(changedFields(NOW, wanted({ hosts: ['a.example', 'b.example'] }))).toEqual([]);
  expect(changedFields(NOW, wanted({ hosts: ['b.example', 'a.example'], tokenName: 'Oak' }))).toEqual([
    'tokenName',
    'hosts',
  ]);
});

describe('the undone changes are', () => {
  const earlier = [{ initialPrice: '0.25' }, { initialPrice: '0.30', hosts: ['a.example'] }];
  test.each<[string, Partial<FormValues>, readonly string[]]>([
    ['nothing where nothing changes', {}, []],
    ['a price that goes back to what somebody else changed', { initialPrice: '0.25' }, ['initialPrice']],
    ['one of two steps before', { initialPrice: '0.30' }, ['initialPrice']],
    ['not a price that never was', { initialPrice: '0.50' }, []],
    ['not a field that nobody else changed', { companyTitle: 'Oak' }, []],
    ['a list', { hosts: ['a.example'], initialPrice: '0.25' }, ['initialPrice', 'hosts']],
  ])('%s', (_, change, fields) => {
    expect(undoneFields(NOW, wanted(change), earlier)).toEqual(fields);
  });
});
