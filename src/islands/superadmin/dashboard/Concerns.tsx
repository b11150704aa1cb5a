import { Icon } from '@/islands/ui/Icon.tsx';
import { PATHS } from '@/lib/core/paths.ts';
import { companyViewPath } from '@/lib/superadmin/company-view/rules.ts';
import type { CompanyFigures, Health, PlatformTotals } from '@/lib/superadmin/dashboard/contract.ts';
import { warningsOf } from '@/lib/superadmin/dashboard/rules.ts';

interface ConcernsProps {
  totals: PlatformTotals;
  health: Health;
  companies: readonly CompanyFigures[];
}

/** The pending purchases of the only company where any has waited long, else the list of companies. */
function waitingPath(companies: readonly CompanyFigures[]): string {
  const [first, ...others] = companies.filter(({ waitingLong }) => waitingLong > 0);
  if (!first || others.length > 0) return PATHS.companyManage;
  return companyViewPath(first.id, { part: 'purchases', status: 'PENDING' });
}

/** What somebody should look at, before all figures; or that there is nothing. */
export function Concerns({ totals, health, companies }: ConcernsProps) {
  const warnings = warningsOf(totals, health);
  if (warnings.length === 0) {
    return (
      <p className="notice" data-tone="success">
        <Icon name="approved" />
        All is well: nothing has waited too long, mail is going out, and all records are intact.
      </p>
    );
  }
  return (
    <ul className="grid gap-2" aria-label="To look at">
      {warnings.map(({ state, text, about }) => (
        <li key={text} className="notice" data-tone={state === 'bad' ? 'danger' : 'warning'}>
          <Icon name="warning" />
          {about ? (
            <a className="link" href={waitingPath(companies)}>
              {text}
            </a>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
  );
}
