import { segmentsOf } from './difference.ts';

/** Part of a number that has to be equal; of two unrelated numbers some digits are equal by chance. */
const SHARED_MIN = 0.7;

/** A number with the characters marked that another number does not have. */
export function Marked({ text, other }: { text: string; other: string | null }) {
  if (other === null || other === text) return <span className="wrap-anywhere tabular-nums">{text}</span>;
  const parts = segmentsOf(text, other);
  const shared = parts.reduce((sum, part) => sum + (part.differs ? 0 : part.text.length), 0);
  if (shared < SHARED_MIN * text.length) return <span className="wrap-anywhere tabular-nums">{text}</span>;
  return (
    <span className="wrap-anywhere tabular-nums">
      {parts.map((part, index) =>
        part.differs ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in order
          <mark key={index} className="rounded-sm bg-warning-soft font-semibold text-warning underline">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}
