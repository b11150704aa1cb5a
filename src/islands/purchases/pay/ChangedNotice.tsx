import { DateTime } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { rich } from '../../ui/rich.ts';

/** For a day after the account was changed: nobody should pay to older details that they saved. */
export function ChangedNotice({ changedAt }: { changedAt: string | null }) {
  if (changedAt === null) return null;
  return (
    <p className="notice" data-tone="warning">
      <Icon name="info" />
      <span>
        {rich(
          'These payment details were changed on {day}. Please pay only to what you see here, not to details that you have saved before.',
          { day: <DateTime value={changedAt} /> },
        )}
      </span>
    </p>
  );
}
