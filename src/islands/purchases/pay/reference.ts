/** How apps and messages of banks name the number, and what separates the two. */
const NAMED =
  /^\s*(?:(?:upi|imps|neft|rtgs|bank|txn|transaction)\s+)*(?:utr|rrn|ref(?:erence)?|id)\.?\s*(?:no|number|id)?[\s.:#-]+((?=[a-z]{0,10}\d)[a-z0-9]{6,35})\.?\s*$/i;

/** The number alone of what is pasted with its name, as 'UPI Ref. No.: 412345678901'; anything else as it is. */
export function readReference(text: string): string {
  return NAMED.exec(text)?.[1] ?? text;
}
