import type { ReactNode } from 'react';
import { NO_PAYEES } from '@/lib/core/payee-line.ts';
import { t } from '@/lib/core/texts.ts';
import type { Message } from '@/lib/messages/contract.ts';
import { DateTime } from '../ui/Figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { rich } from '../ui/rich.ts';

interface MessageListProps {
  messages: readonly Message[];
  /** Whose messages are the reader's own. */
  own: Message['by'];
  /** Below a message: what can be done with it. */
  actionsOf?: (message: Message) => ReactNode;
}

/** The messages in their order, each with its author, files and corrections. */
export function MessageList(props: MessageListProps) {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{t(NO_PAYEES)}</p>
      {props.messages.length === 0 ? (
        <p className="text-sm text-muted">{t('No messages yet.')}</p>
      ) : (
        <Records {...props} />
      )}
    </div>
  );
}

function Records({ messages, own, actionsOf }: MessageListProps) {
  return (
    <ol className="grid gap-3" aria-label={t('Messages')}>
      {messages.map((message) => (
        <li
          key={message.id}
          className={`grid max-w-[92%] gap-1 rounded-lg px-3 py-2 text-sm ${
            message.by === own ? 'justify-self-end bg-brand-soft' : 'justify-self-start bg-sunken'
          }`}
        >
          <p className="flex flex-wrap gap-x-2 text-xs text-muted">
            <strong className="font-semibold text-ink">{authorOf(message, own)}</strong>
            <DateTime value={message.createdAt} />
            {message.isQuestion && <span>{t('Question')}</span>}
          </p>
          {message.text !== '' && (
            <p className="wrap-anywhere" dir="auto">
              {message.text}
            </p>
          )}
          <Corrections message={message} />
          {actionsOf?.(message)}
        </li>
      ))}
    </ol>
  );
}

function authorOf({ by, author }: Message, own: Message['by']): string {
  if (by === own && (own === 'member' || author === null)) return t('You');
  return author ?? t('Our team');
}

function Corrections({ message }: { message: Message }) {
  const { file, earlierFile, replacesProof, earlierReference, correctedReference } = message;
  return (
    <>
      {correctedReference !== null && (
        <p className="wrap-anywhere">
          {rich('UTR corrected to {number}', {
            number: <strong className="tabular-nums">{correctedReference}</strong>,
          })}
          {earlierReference && (
            <span className="text-muted"> {t('(before: {number})', { number: earlierReference })}</span>
          )}
        </p>
      )}
      {file && <FileLink file={file} label={replacesProof ? t('New proof') : t('Added to the proof')} />}
      {earlierFile && <FileLink file={earlierFile} label={t('Earlier proof')} />}
    </>
  );
}

function FileLink({ file, label }: { file: NonNullable<Message['file']>; label: string }) {
  return (
    <a
      className="link inline-flex min-h-11 items-center gap-2 sm:min-h-8"
      href={file.url}
      target="_blank"
      rel="noreferrer"
    >
      {file.mime.startsWith('image/') ? (
        <img src={file.url} alt="" className="size-11 flex-none rounded-md bg-sunken object-cover" loading="lazy" />
      ) : (
        <Icon name="file" size={20} />
      )}
      <span className="wrap-anywhere">
        {label}: <bdi>{file.fileName}</bdi>
        <span className="sr-only"> {t('in a new tab')}</span>
      </span>
    </a>
  );
}
