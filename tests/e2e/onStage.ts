import type { Browser, BrowserContext } from "playwright"
import { launchBrowser } from "./browser.ts"
import { type BrowserPool, startPool } from "./browserPool.ts"
import { startStack, type TestStack } from "./stack.ts"
import { survey } from "./stillness.ts"
import { forgoBridge } from "./withoutBridge.ts"

/** A stack and a browser to test with. */
export interface OnStage {
  readonly stack: TestStack
  readonly browser: Browser
  readonly pool: BrowserPool
}

export const startOnStage = async (): Promise<OnStage> => {
  const [stack, browser] = await Promise.all([startStack(), launchBrowser()])
  const prepare = (context: BrowserContext) => Promise.all([forgoBridge(context, stack), survey(context)])
  return { stack, browser, pool: startPool(stack, prepare) }
}

let shared: Promise<OnStage> | undefined

/** Vitest ends its workers by this signal, and kills the remaining processes half a second later. */
const endWithWorker = ({ stack, browser, pool }: OnStage): void => {
  process.once("SIGTERM", () => void Promise.allSettled([stack.stop(), browser.close(), pool.close()]))
}

/**
 * The stack and the browser that all files of a worker share, because starting both takes more than a second of a core.
 * Each test resets the cloud and has its own contexts. The bridge keeps state, so a file that tests it starts its own
 * stack.
 */
export const sharedOnStage = (): Promise<OnStage> => {
  shared ??= startOnStage().then((started) => {
    endWithWorker(started)
    return started
  })
  return shared
}
