import { Fragment } from 'react';
import type { AuditRow } from '@/lib/audit-log/contract.ts';

function Linked({ name, path, whole = false }: { name: string; path: string | null; whole?: boolean }) {
  if (path === null) return <strong>{name}</strong>;
  return (
    <a className={whole ? 'link whitespace-nowrap' : 'link'} href={path}>
      {name}
    </a>
  );
}

function Subject({ kind, name, path, owner }: AuditRow['subject']) {
  return (
    <>
      <Linked name={name} path={path} whole={kind === 'purchase'} />
      {owner && (
        <>
          {' of '}
          <Linked {...owner} />
        </>
      )}
    </>
  );
}

/** Who did what to whom. */
export function Sentence({ entry }: { entry: AuditRow }) {
  return (
    <span className="audit-sentence wrap-anywhere">
      {entry.sentence.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change their order
        <Fragment key={at}>
          {'text' in part ? (
            part.text
          ) : part.who === 'actor' ? (
            <strong>{entry.actor.name}</strong>
          ) : (
            <Subject {...entry.subject} />
          )}
        </Fragment>
      ))}
    </span>
  );
}
