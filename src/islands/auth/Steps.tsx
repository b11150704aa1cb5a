/** Says where one is: a bar with a part for each step, and the name of this one. */
export function Steps({ names, at }: { names: readonly string[]; at: number }) {
  return (
    <div className="steps">
      <svg
        className="steps-bar"
        viewBox={`0 0 ${names.length * 100 - 4} 4`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {names.map((name, index) => (
          <rect key={name} data-done={index <= at || undefined} x={index * 100} y="0" width="96" height="4" rx="2" />
        ))}
      </svg>
      <p className="steps-count">
        Step {at + 1} of {names.length}
      </p>
      <h2 className="steps-name">{names[at]}</h2>
    </div>
  );
}
