import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface StatCardProps {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconName;
}

/** One figure with its name. */
export function StatCard({ label, value, hint, icon }: StatCardProps) {
  return (
    <div className="card stat">
      <p className="stat-label">
        {icon && <Icon name={icon} />}
        {label}
      </p>
      <p className="stat-value">{value}</p>
      {hint && <p className="stat-hint">{hint}</p>}
    </div>
  );
}

export interface StatGroupProps {
  title: ReactNode;
  items: readonly { readonly label: string; readonly value: ReactNode }[];
}

/** Several figures of one kind in one card. */
export function StatGroup({ title, items }: StatGroupProps) {
  return (
    <section className="card stat-group">
      <h2 className="card-title">{title}</h2>
      <dl className="stat-list">
        {items.map((item) => (
          <div key={item.label}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
