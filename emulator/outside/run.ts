import { startStack } from "../bench/stack.ts"
import { Prng } from "../simulator/prng.ts"
import { controlOf } from "./cloud.ts"
import { MortalBrowser } from "./mortalBrowser.ts"
import { Operations } from "./operations.ts"
import { complaintsOf } from "./verdict.ts"

/**
 * The built app in a real browser with random steps: actions, faults, kills of the browser, a second tab, other
 * accounts. Afterwards the world, the log and the screen must agree.
 */

export interface OutsideOptions {
  readonly seed: number
  readonly steps: number
  /** True to use the last build in `dist`. */
  readonly isBuilt: boolean
  readonly say: (line: string) => void
}

export interface OutsideResult {
  /** The number of runs of each operation, the acknowledged actions included. */
  readonly done: ReadonlyMap<string, number>
  readonly acknowledged: number
  readonly complaints: readonly string[]
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const

/** The smallest share of acknowledged steps with which a run has tried enough. */
const ACKNOWLEDGED_MIN = 0.1

export const runOutside = async ({ seed, steps, isBuilt, say }: OutsideOptions): Promise<OutsideResult> => {
  const stack = await startStack(isBuilt)
  const browser = new MortalBrowser()
  const control = controlOf(stack.cloud)
  const end = async () => {
    await browser.remove()
    await stack.stop()
  }
  // The browser is a separate process group, which a signal to this process does not reach.
  const ended = () => void end().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, ended)
  try {
    await browser.start()
    const operations = new Operations({ browser, control, app: stack.app, prng: new Prng(seed, "outside"), say })
    await operations.begin()
    for (let step = 0; step < steps; step += 1) await operations.one()
    const evidence = await operations.settle()
    const { devices } = await control.state()
    const complaints = complaintsOf({
      ...evidence,
      acknowledged: operations.acknowledged,
      journal: await control.requests(),
      names: new Map(devices.map(({ did, name }) => [did, name])),
    })
    const faults = browser.faults.map((fault) => `a page threw ${fault}`)
    const tooFew = operations.acknowledged.length < steps * ACKNOWLEDGED_MIN ? ["too little was acknowledged"] : []
    return {
      done: operations.done,
      acknowledged: operations.acknowledged.length,
      complaints: [...complaints, ...faults, ...tooFew],
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, ended)
    await end()
  }
}
