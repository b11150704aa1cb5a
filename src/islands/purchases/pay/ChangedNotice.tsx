import { DateTime } from '../../ui/Figures.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** For a day after the account was changed: nobody should pay to older details that they saved. */
export function ChangedNotice({ changedAt }: { changedAt: string | null }) {
  if (changedAt === null) return null;
  return (
    <p className="notice" data-tone="warning">
      <Icon name="info" />
      <span>
        These payment details were changed on <DateTime value={changedAt} />. Please pay only to what you see here, not
        to details that you have saved before.
      </span>
    </p>
  );
}
