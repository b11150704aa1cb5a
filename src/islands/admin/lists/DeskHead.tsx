import { Button } from '@/islands/ui/Button.tsx';
import { KeysHelp } from './KeysHelp.tsx';

interface DeskHeadProps {
  /** How many wait, in words. */
  waitingText: string;
  /** Read out to people who use a screen reader. */
  announcement: string;
  onClose: () => void;
}

/** The head of a desk that decides one item at a time: the way back, the keys, and how many wait. */
export function DeskHead({ waitingText, announcement, onClose }: DeskHeadProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Button look="secondary" size="sm" icon="left" onClick={onClose} aria-keyshortcuts="Escape">
        Back to the list <kbd className="key">Esc</kbd>
      </Button>
      <KeysHelp />
      <p className="text-sm text-muted">{waitingText}</p>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </header>
  );
}
