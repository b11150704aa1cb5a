/** What a new installation needs before it sells, and whether it has it. */
import { PATHS } from '../../core/paths.ts';

export interface SetupFacts {
  readonly hasPayee: boolean;
  /** An active account still has the details of the first start. */
  readonly hasExamplePayee: boolean;
  readonly company: { readonly pan: string; readonly aadhaar_last4: string; readonly email: string };
  readonly hasSupportContact: boolean;
  /** Admins who can sign in. */
  readonly admins: number;
  readonly hasMailServer: boolean;
  readonly lastBackupAt: Date | null;
}

export interface SetupItem {
  readonly key: 'payee' | 'company' | 'support' | 'admin' | 'mail' | 'backup';
  readonly title: string;
  /** What is missing. */
  readonly text: string;
  readonly path: string;
  readonly isDone: boolean;
}

/** The first start's company has an address in this domain, which nobody can own (RFC 2606). */
const EXAMPLE_MAIL = /@example\.com$/i;

/** Every item in the order in which it should be done. */
export function setupItems(facts: SetupFacts): readonly SetupItem[] {
  const { company } = facts;
  return [
    {
      key: 'payee',
      title: 'Payment details',
      text: facts.hasExamplePayee
        ? 'Replace the example bank account and UPI ID with your own.'
        : 'Add the bank account or UPI ID that buyers pay to.',
      path: PATHS.beneficiary,
      isDone: facts.hasPayee && !facts.hasExamplePayee,
    },
    {
      key: 'company',
      title: 'Company details',
      text: 'A super admin enters the PAN, Aadhaar number and email of the company.',
      path: PATHS.companyManage,
      isDone: company.pan !== '' && company.aadhaar_last4 !== '' && !EXAMPLE_MAIL.test(company.email),
    },
    {
      key: 'support',
      title: 'Support contact',
      text: 'Enter an email address or a phone number. Members see it below every screen.',
      path: PATHS.settings,
      isDone: facts.hasSupportContact,
    },
    {
      key: 'admin',
      title: 'Second admin',
      text: 'Add another admin, for decisions that need two and for days when you are away.',
      path: PATHS.userManage,
      isDone: facts.admins > 1,
    },
    {
      key: 'mail',
      title: 'Mail server',
      text: 'Set SMTP_URL on the server. Until then members get no email; a super admin sees its state.',
      path: PATHS.superadminDashboard,
      isDone: facts.hasMailServer,
    },
    {
      key: 'backup',
      title: 'Backup',
      text: 'Run “npm run backup” on the server. No backup is on record; a super admin sees the state of the server.',
      path: PATHS.superadminDashboard,
      isDone: facts.lastBackupAt !== null,
    },
  ];
}
