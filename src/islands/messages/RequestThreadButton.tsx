import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AdminTransaction } from '@/lib/purchases/contract.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useLazyComponent } from '../useLazyComponent.ts';

interface RequestThreadButtonProps {
  purchase: AdminTransaction;
  /** The key of the review desk that opens it. */
  shortcut?: string;
}

/**
 * Opens the messages with the buyer; says how many are unread and whether the buyer has to answer. In a row it shows once there
 * are messages; the review desk begins them.
 */
export function RequestThreadButton({ purchase, shortcut }: RequestThreadButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useLazyComponent('The messages', async () => (await import('./RequestMessages.tsx')).RequestMessages);
  const { id, orderNumber, unreadMessages, messageCount, waitingForBuyerSince } = purchase;
  const count = unreadMessages > 0 ? `${unreadMessages} new` : messageCount;

  async function open(): Promise<void> {
    if (await dialog.load()) setIsOpen(true);
  }
  // A mail about a message leads here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each purchase
  useEffect(() => {
    if (window.location.hash === `#messages-${id}`) void open();
  }, [id]);

  return (
    <>
      <button
        type="button"
        className={buttonClass('quiet', 'sm')}
        data-messages
        aria-keyshortcuts={shortcut}
        // It contains what the button shows.
        aria-label={shortcut ? undefined : `Messages about ${orderNumber}: ${count}`}
        onClick={() => void open()}
      >
        <span className="btn-face">
          <Icon name="message" size={16} />
          {shortcut ? (unreadMessages > 0 ? `Messages: ${count}` : 'Messages') : count}
          {shortcut && <kbd className="key">{shortcut}</kbd>}
        </span>
      </button>
      {!shortcut && waitingForBuyerSince !== null && (
        <span className="inline-flex items-center gap-1 text-xs font-medium text-warning">
          <Icon name="pending" size={16} />
          Waiting for the buyer
        </span>
      )}
      {isOpen &&
        dialog.Component &&
        // Outside the row, whose cells would align its texts.
        createPortal(<dialog.Component purchase={purchase} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  );
}
