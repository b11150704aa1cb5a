/*
 * Hashes of texts as small integers, which maps find faster than texts and which make no garbage. Different texts can have the same
 * hash, so what is found by one is compared by its text.
 */

const BASE = 1_000_003;

/** A hash with one more character of a text. */
export const extend = (hash: number, text: string, at: number): number =>
  (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;

/** The hash times `BASE` to the power of the characters that follow, and their hash: that of both parts together. */
export const joined = (hash: number, power: number, after: number): number => (Math.imul(hash, power) + after) | 0;

/** The next power of `BASE`. */
export const nextPower = (power: number): number => Math.imul(power, BASE);

/** A key of a map: integers of 30 bits or less are stored without an object of their own. */
export const keyOf = (hash: number): number => hash >>> 2;

/** No key is this. */
const FREE = -1;
const SLOTS_AT_FIRST = 1_024;

/** A typed array of the new length with the same beginning. */
function grown(values: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(length);
  more.set(values);
  return more;
}

/**
 * Lists of numbers by `keyOf`: a hash table with linked lists in typed arrays. A map of a hundred thousand small lists takes several
 * times the memory and stops the page while it grows.
 */
export class ListsByHash {
  #keys = new Int32Array(SLOTS_AT_FIRST).fill(FREE);
  /** The newest entry of the key in the same slot. */
  #heads = new Int32Array(SLOTS_AT_FIRST);
  #keyCount = 0;
  #values = new Int32Array(SLOTS_AT_FIRST);
  /** The entry of the same key before; `FREE` for the first. */
  #before = new Int32Array(SLOTS_AT_FIRST);
  #length = 0;

  add(key: number, value: number): void {
    if (this.#length === this.#values.length) {
      this.#values = grown(this.#values, 2 * this.#length);
      this.#before = grown(this.#before, 2 * this.#length);
    }
    if (2 * this.#keyCount >= this.#keys.length) this.#growSlots();
    const slot = this.#slotOf(key);
    const isNew = this.#keys[slot] === FREE;
    if (isNew) this.#keyCount++;
    this.#values[this.#length] = value;
    this.#before[this.#length] = isNew ? FREE : (this.#heads[slot] ?? FREE);
    this.#keys[slot] = key;
    this.#heads[slot] = this.#length++;
  }

  /** Calls `use` with each value of the key. */
  each(key: number, use: (value: number) => void): void {
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === FREE) return;
    for (let at = this.#heads[slot] ?? FREE; at !== FREE; at = this.#before[at] ?? FREE) use(this.#values[at] ?? 0);
  }

  /** The slot of the key, or the free one where it belongs. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (key ^ (key >>> 15)) & mask;
    while (this.#keys[slot] !== key && this.#keys[slot] !== FREE) slot = (slot + 1) & mask;
    return slot;
  }

  #growSlots(): void {
    const [keys, heads] = [this.#keys, this.#heads];
    this.#keys = new Int32Array(2 * keys.length).fill(FREE);
    this.#heads = new Int32Array(2 * keys.length);
    for (const [nth, key] of keys.entries()) {
      if (key === FREE) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#heads[slot] = heads[nth] ?? FREE;
    }
  }
}
