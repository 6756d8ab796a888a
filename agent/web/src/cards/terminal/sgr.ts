/** How a character of a terminal looks. Colours are 0 to 15; undefined is the terminal's own. */
export interface Look {
  readonly front: number | undefined;
  readonly back: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
}

export const PLAIN: Look = {
  front: undefined,
  back: undefined,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
};

const SWITCHES = new Map<number, Partial<Look>>([
  [0, PLAIN],
  [1, { bold: true }],
  [2, { dim: true }],
  [3, { italic: true }],
  [4, { underline: true }],
  [7, { inverse: true }],
  [22, { bold: false, dim: false }],
  [23, { italic: false }],
  [24, { underline: false }],
  [27, { inverse: false }],
  [39, { front: undefined }],
  [49, { back: undefined }],
]);

/** The look after the parameters of one `ESC [ … m`; numbers that mean nothing here are passed over. */
export function lookAfter(look: Look, parameters: string): Look {
  const numbers = parameters.split(/[;:]/, MOST).map(Number);
  let changed = look;
  for (let place = 0; place < numbers.length; place++) {
    const number = numbers[place] ?? 0;
    if (number !== 38 && number !== 48) {
      changed = { ...changed, ...(SWITCHES.get(number) ?? basicColour(number)) };
      continue;
    }
    const { colour, length } = extendedColour(numbers.slice(place + 1, place + 5));
    changed = { ...changed, [number === 38 ? "front" : "back"]: colour };
    place += length;
  }
  return changed;
}

/** Parameters of one sequence that are read. */
const MOST = 32;

function basicColour(number: number): Partial<Look> {
  const tens = Math.floor(number / 10);
  const colour = number % 10;
  if (colour > 7) return {};
  if (tens === 3) return { front: colour };
  if (tens === 4) return { back: colour };
  if (tens === 9) return { front: colour + 8 };
  return tens === 10 ? { back: colour + 8 } : {};
}

/** Of 256 or of all colours: the one of the sixteen that comes near. */
function extendedColour([kind, first = 0, second = 0, third = 0]: readonly number[]): {
  readonly colour: number | undefined;
  readonly length: number;
} {
  if (kind === 2) return { colour: nearest(first, second, third), length: 4 };
  if (kind !== 5) return { colour: undefined, length: 0 };
  if (first < 16) return { colour: first, length: 2 };
  if (first > 231) return { colour: nearest((first - 232) * 10, (first - 232) * 10, (first - 232) * 10), length: 2 };
  const cube = first - 16;
  const level = (value: number) => (value % 6) * 51;
  return { colour: nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6)), level(cube)), length: 2 };
}

function nearest(red: number, green: number, blue: number): number {
  const strongest = Math.max(red, green, blue);
  if (strongest < 64) return 0;
  const bit = (value: number) => (value > strongest / 2 ? 1 : 0);
  return bit(red) + 2 * bit(green) + 4 * bit(blue) + (strongest > 192 ? 8 : 0);
}
