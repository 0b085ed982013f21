import { lineOf, runSoak } from "../outside/soak.ts"
import { EXIT_FAILED } from "./flags.ts"

/** `npm run simulate -- --browser --hours N`: leaves the built app open for hours and measures what it keeps. */

export interface AskedSoak {
  readonly seed: number
  readonly hours: number
  readonly isBuilt: boolean
  readonly json: boolean
}

export const reportSoak = async ({ json, ...asked }: AskedSoak): Promise<void> => {
  const result = await runSoak({ ...asked, say: (held) => json || console.log(lineOf(held)) })
  const { dataAnHour, storedAnHour, complaints } = result
  if (complaints.length > 0) process.exitCode = EXIT_FAILED
  if (json) {
    console.log(JSON.stringify({ ok: complaints.length === 0, ...result }))
    return
  }
  console.log(
    dataAnHour === null || storedAnHour === null
      ? "too short to judge what grows"
      : `growth an hour: ${dataAnHour.toFixed(2)} MB of data on the heap, ${storedAnHour.toFixed(2)} MB in the log`,
  )
  for (const complaint of complaints) console.log(complaint)
}
