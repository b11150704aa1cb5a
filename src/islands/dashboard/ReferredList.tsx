import { useState } from 'react';
import { t } from '@/lib/core/texts.ts';
import { listReferred } from '@/lib/referrals/calls.ts';
import { useFetched } from '../data.ts';
import { DateTime } from '../ui/Figures.tsx';
import { LoadError } from '../ui/LoadError.tsx';
import { Pagination } from '../ui/Pagination.tsx';

const ROWS = 5;

/** Who registered with the member's code: the member ID and the day, never a name. */
export function ReferredList() {
  const [page, setPage] = useState(1);
  const { data, error, retry } = useFetched(listReferred, { page, limit: ROWS });
  if (!data && error !== null) return <LoadError text={error} onRetry={retry} />;
  if (!data) return <p role="status">{t('Loading members...')}</p>;
  if (data.total === 0) return <p>{t('Nobody has joined with your link yet.')}</p>;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {data.records.map(({ memberId, joinedAt }) => (
          <li key={memberId} className="flex flex-wrap justify-between gap-2 border-t border-line pt-3">
            <strong>{memberId}</strong>
            <span>
              {t('Joined')} <DateTime value={joinedAt} show="day" />
            </span>
          </li>
        ))}
      </ul>
      {data.lastPage > 1 && <Pagination page={page} lastPage={data.lastPage} onPage={setPage} margins={1} />}
    </div>
  );
}
