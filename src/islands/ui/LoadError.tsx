import { t } from '@/lib/core/texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** In place of what could not be loaded: the reason, and another try. */
export function LoadError({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  return (
    <EmptyState drawing="error" text={text} role="alert">
      {onRetry && (
        <Button look="secondary" size="sm" icon="retry" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </EmptyState>
  );
}
