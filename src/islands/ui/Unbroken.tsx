/** A text whose order and refund numbers are never cut at the end of a line. */
export function Unbroken({ text }: { text: string }) {
  // Every other part is a number.
  const parts = text.split(/\b([A-Z]{3}-\d+)\b/).map((part, index) => ({ part, index }));
  return parts.map(({ part, index }) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
