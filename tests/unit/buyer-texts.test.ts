/** Every free text of an admin is checked by one place before a buyer reads it, or says why no buyer does. */
import { describe, expect, it } from 'vitest';
import { buyerFields, textFields } from '@/lib/core/buyer-text.ts';
import type { Contract } from '@/lib/core/contract.ts';
import * as z from '@/lib/core/zod.ts';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';

const SENTENCE = 'Please write to our team, thank you.';

const OWN = 'a name of the admin’s own';
const AUDIT = 'the trail and the screens of admins';
const ACCOUNT = 'an account of the company: its own fields check it, and two admins change it under the rule';
const PLATFORM = 'the super admin sets up the site with it, and no admin of the company can change it';
const PERSON = 'the name of a person; the greeting of a mail leaves out one that could be an address';

/** Free texts of admins that are not checked as texts to buyers, by call and field, with who reads them. */
const NOT_CHECKED: Readonly<Record<string, string>> = {
  'addMember.name': PERSON,
  'updateMember.name': PERSON,
  'updateMember.updatedAt': 'a version',
  'addBeneficiary.holderName': ACCOUNT,
  'addBeneficiary.bankName': ACCOUNT,
  'addBeneficiary.branch': ACCOUNT,
  'updateBeneficiary.holderName': ACCOUNT,
  'updateBeneficiary.bankName': ACCOUNT,
  'updateBeneficiary.branch': ACCOUNT,
  'addKey.name': OWN,
  'addWebhook.name': OWN,
  'addWebhook.url': OWN,
  'updateWebhook.name': OWN,
  'updateWebhook.url': OWN,
  'addSavedView.name': OWN,
  'addAdminPasskey.name': OWN,
  'updateAdminPasskey.name': OWN,
  'updateAdminPassword.newPassword': OWN,
  'addPasskey.name': OWN,
  'updatePasskey.name': OWN,
  'stepBack.reason': AUDIT,
  'assignRow.reason': AUDIT,
  'assignRow.ruleText': AUDIT,
  'linkRows.reason': AUDIT,
  'undoRow.reason': AUDIT,
  'exportRefunds.reason': AUDIT,
  'addCompany.companyName': PLATFORM,
  'addCompany.companyTitle': PLATFORM,
  'addCompany.tokenName': PLATFORM,
  'addCompany.companyAddress': PLATFORM,
  'addCompany.hosts': PLATFORM,
  'addCompany.adminName': PERSON,
  'inviteAdmin.adminName': PERSON,
  'updateCompany.companyName': PLATFORM,
  'updateCompany.companyTitle': PLATFORM,
  'updateCompany.tokenName': PLATFORM,
  'updateCompany.companyAddress': PLATFORM,
  'updateCompany.hosts': PLATFORM,
  'updateCompany.createdAt': 'a version',
};

/** Fields of every call that no screen shows. */
const NEVER_SHOWN = new Set(['companyId', 'password']);

const accepts = (schema: z.ZodMiniType): boolean => z.safeParse(schema, SENTENCE).success;
interface Def {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly options?: readonly z.ZodMiniType[];
  readonly in?: z.ZodMiniType;
}
/** The fields of an input, also of one that is a choice of several. */
const shapeOf = (schema: z.ZodMiniType): (readonly [string, z.ZodMiniType])[] => {
  const { shape = {}, options = [], in: inner } = schema._zod.def as Def;
  return [...Object.entries(shape), ...(inner ? [...options, inner] : options).flatMap(shapeOf)];
};

/** The fields of an input that take a sentence, also inside lists and objects. */
const freeFields = (input: z.ZodMiniType): string[] =>
  shapeOf(input).flatMap(([field, schema]) => {
    if (NEVER_SHOWN.has(field)) return [];
    const isNested =
      !accepts(schema) &&
      [...textFields(schema).keys()].some(accepts) &&
      z.safeParse(schema, 'x').error?.issues[0]?.code === 'invalid_type';
    return accepts(schema) || isNested ? [field] : [];
  });

const isWriteOfAdmin = ({ access, method }: Contract): boolean => /^(admin|super)$/.test(access) && method !== 'GET';
const free = CALLS.filter(({ contract }) => isWriteOfAdmin(contract)).flatMap(({ name, contract }) =>
  freeFields(contract.input).map((field) => ({
    name: `${name}.${field}`,
    isChecked: buyerFields(contract.input).includes(field),
  })),
);

describe('a free text of an admin', () => {
  it('is found by its contract', () => {
    const names = free.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['addMessageAsAdmin.text', 'rejectPurchase.reason', 'updateSettings.notice']),
    );
    expect(names).not.toContain('rejectPurchase.id');
  });

  it.each(free.map(({ name, isChecked }) => [name, isChecked] as const))(
    '%s is marked as one that buyers read, or says who reads it',
    (name, isChecked) => expect(isChecked).toBe(NOT_CHECKED[name] === undefined),
  );

  it('has no reason that is outdated', () => {
    const known = new Set(free.map(({ name }) => name));
    expect(Object.keys(NOT_CHECKED).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('a call whose texts wait', () => {
  it.each(CALLS.filter(({ contract }) => contract.textsWait).map(({ name, contract }) => [name, contract] as const))(
    '%s has such a text',
    (_, contract) => {
      expect(buyerFields(contract.input)).not.toEqual([]);
    },
  );
});
