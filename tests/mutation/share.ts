/** Estimates the share of all from a sample. */

/** Standard deviations that include 95 in 100. */
const Z = 1.959_964

export interface ShareEstimate {
  readonly share: number
  readonly low: number
  readonly high: number
}

/** Wilson's interval of 95 %, which is also valid for small samples and shares near 0 and 1. */
export const shareOf = (found: number, sample: number): ShareEstimate => {
  if (sample === 0) return { share: 0, low: 0, high: 1 }
  const share = found / sample
  const z2 = Z * Z
  const middle = (share + z2 / (2 * sample)) / (1 + z2 / sample)
  const half = (Z / (1 + z2 / sample)) * Math.sqrt((share * (1 - share)) / sample + z2 / (4 * sample * sample))
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

const inHundred = (share: number): string => (share * 100).toFixed(1)

export const shareText = (found: number, sample: number): string => {
  const { share, low, high } = shareOf(found, sample)
  return `${found} of ${sample}, ${inHundred(share)} % (95 %: ${inHundred(low)} to ${inHundred(high)})`
}
