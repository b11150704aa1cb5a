import { t } from '@/lib/core/texts.ts';
import type { Fetched } from '../data.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** Above figures that are on show while reading them again has failed. */
export function StaleNotice({ sources }: { sources: readonly Pick<Fetched<unknown>, 'stale' | 'retry'>[] }) {
  const stale = sources.filter((source) => source.stale);
  if (stale.length === 0) return null;
  function retry(): void {
    for (const source of stale) source.retry();
  }
  return (
    <div className="notice" data-tone="warning" role="alert">
      <Icon name="warning" />
      <p className="flex-1">{t('These figures could not be read again just now, so they may be out of date.')}</p>
      <Button look="secondary" size="sm" icon="retry" onClick={retry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
