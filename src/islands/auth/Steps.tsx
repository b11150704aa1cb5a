import { type Label, t } from '@/lib/core/texts.ts';

/** Says where one is: a bar with a part for each step, and the name of this one. */
export function Steps({ names, at }: { names: readonly Label[]; at: number }) {
  return (
    <div className="grid">
      <svg
        className="mb-3 h-1 w-full fill-line"
        viewBox={`0 0 ${names.length * 100 - 4} 4`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {names.map((name, index) => (
          <rect
            key={name}
            className={index <= at ? 'fill-brand' : undefined}
            x={index * 100}
            y="0"
            width="96"
            height="4"
            rx="2"
          />
        ))}
      </svg>
      <p className="text-sm text-muted">{t('Step {number} of {count}', { number: at + 1, count: names.length })}</p>
      <h2 className="text-lg">{names[at] && t(names[at])}</h2>
    </div>
  );
}
