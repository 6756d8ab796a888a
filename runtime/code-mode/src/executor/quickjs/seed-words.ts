/** Four words that `Math.random` starts from. A replay needs the same ones from the same seed, in every version. */
export function seedWords(seed: string): readonly number[] {
  return [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b].map((start) => mixed(hash(seed, start)));
}

/** FNV-1a over UTF-16 units. */
function hash(text: string, start: number): number {
  let word = start;
  for (let at = 0; at < text.length; at++) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  return word;
}

/** The last step of MurmurHash3. Zero would stay zero, and four zeros would never leave it. */
function mixed(word: number): number {
  let bits = word ^ (word >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return (bits ^ (bits >>> 16) || 1) >>> 0;
}
