/** The lowest and the highest share that the trials speak for. */
export type Interval = readonly [low: number, high: number];

/** The normal quantile for 95 %. */
const Z = 1.96;

/**
 * The 95 % interval of a share of few trials (E. B. Wilson, Probable Inference, the Law of Succession, and Statistical
 * Inference, Journal of the American Statistical Association 22, 1927, pages 209 to 212): of ten passes in ten it does
 * not say that the eleventh is certain.
 */
export function wilsonInterval(passed: number, trials: number): Interval {
  if (trials === 0) return [0, 1];
  const share = passed / trials;
  const middle = share + Z ** 2 / (2 * trials);
  const half = Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  const scale = 1 + Z ** 2 / trials;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}
