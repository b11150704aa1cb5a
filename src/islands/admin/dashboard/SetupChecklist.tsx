import { Icon } from '@/islands/ui/Icon.tsx';
import type { SetupItem } from '@/lib/dashboard/setup/rules.ts';

export interface SetupChecklistProps {
  items: readonly SetupItem[];
  /** There are example payment details. */
  hasExamplePayee: boolean;
  /** Buyers do not see them, and cannot pay to them. */
  areExamplesClosed: boolean;
  /** The sale runs, so that its own figures come first: the list is folded, its notice is not. */
  isFolded: boolean;
}

/** What a new installation still needs. Gone when nothing is left; it cannot be dismissed. */
export function SetupChecklist({ items, hasExamplePayee, areExamplesClosed, isFolded }: SetupChecklistProps) {
  const done = items.filter((it) => it.isDone).length;
  if (done === items.length) return null;
  return (
    <section className="card grid gap-4" aria-labelledby="setup-title">
      {hasExamplePayee && <ExamplePayeeNotice areClosed={areExamplesClosed} />}
      <details className="disclose disclose-wide" open={!isFolded}>
        <summary>
          <h2 className="card-title" id="setup-title">
            Set up your sale
          </h2>
          <span className="ms-auto font-normal text-muted">
            {done} of {items.length} done
          </span>
        </summary>
        <ul className="mt-3 grid gap-x-6 lg:grid-cols-2">
          {items.map((item) => (
            <SetupRow key={item.key} item={item} />
          ))}
        </ul>
      </details>
    </section>
  );
}

function SetupRow({ item: { title, text, path, isDone } }: { item: SetupItem }) {
  return (
    <li className="flex min-h-11 items-start gap-3 border-t border-line py-3">
      <Icon name={isDone ? 'approved' : 'pending'} className={isDone ? 'text-success' : 'text-warning'} />
      <div className="min-w-0 flex-1">
        {isDone ? (
          <p className="text-muted">
            {title}
            <span className="sr-only"> (done)</span>
          </p>
        ) : (
          <>
            <a className="link font-medium" href={path}>
              {title}
            </a>
            <p className="text-sm text-muted">{text}</p>
          </>
        )}
      </div>
    </li>
  );
}

/** For admins, while the payment details of the first start are there. @param areClosed buyers do not see them */
export function ExamplePayeeNotice({ areClosed }: { areClosed: boolean }) {
  return (
    <p className="notice" data-tone="danger" role="note" aria-label="Example payment details">
      <Icon name="warning" />
      <span>
        {areClosed
          ? 'Your bank account or UPI ID is still an example, so buyers cannot pay to it. Please replace it with your own to open these payments.'
          : 'The bank account and UPI ID that buyers see are examples, and money paid to them is lost. Please replace them with your own before you invite anybody.'}
      </span>
    </p>
  );
}
