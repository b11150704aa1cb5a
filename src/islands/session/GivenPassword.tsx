import { t } from '@/lib/core/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { rich } from '../ui/rich.ts';

export interface GivenPasswordProps {
  /** The last day on which everything else still works, in words. */
  day: string;
  choosePath: string;
}

/** On every page of a person whose password somebody else has set. */
export function GivenPassword({ day, choosePath }: GivenPasswordProps) {
  return (
    <p className="notice content-notice" data-tone="warning" role="note" aria-label={t('Your password')}>
      <Icon name="warning" />
      <span>
        {rich('Somebody else set your password. {link} by {day}. After that day you can do nothing else before it.', {
          link: (
            <a className="link" href={choosePath}>
              {t('Choose your own')}
            </a>
          ),
          day,
        })}
      </span>
    </p>
  );
}
