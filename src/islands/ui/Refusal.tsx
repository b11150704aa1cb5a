import { Icon } from './Icon.tsx';

/** Why something could not be done, where it was asked for. No alert: the toast says the same and is read out. */
export function Refusal({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className="notice" data-tone="danger">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  );
}
