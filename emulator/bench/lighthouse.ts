import { createServer } from "node:net"
import lighthouse from "lighthouse"
import { chromium } from "playwright"
import { chromiumArguments, ensureChromium } from "./chromium.ts"

/** One page measured by Lighthouse, with its settings for mobile: it simulates a slow phone on a slow network. */

export interface LighthouseResult {
  /** Performance, accessibility, best practices, search engines: 0 to 100. */
  readonly categories: Readonly<Record<string, number>>
  /** Milliseconds. */
  readonly firstPaint: number
  readonly largestPaint: number
  readonly blocked: number
  readonly layoutShift: number
  /** Number of scripts that the page requested, the later ones included. */
  readonly scripts: number
  readonly benchmarkIndex: number
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"]
const PERCENT = 100

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => {
        if (typeof address === "object" && address !== null) resolve(address.port)
        else reject(new Error("no free port"))
      })
    })
  })

/** Starts a new browser each time: its cache is empty, and no account is signed in. */
export const audit = async (url: string): Promise<LighthouseResult> => {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [...chromiumArguments(), `--remote-debugging-port=${port}`],
  })
  try {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: CATEGORIES })
    if (result === undefined) throw new Error("Lighthouse gave no result")
    const { audits, categories, environment, runtimeError } = result.lhr
    if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.code} at ${url}`)
    const figure = (name: string): number => audits[name]?.numericValue ?? Number.NaN
    const requests = audits["network-requests"]?.details
    const items = requests?.type === "table" ? requests.items : []
    return {
      categories: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * PERCENT)]),
      ),
      firstPaint: figure("first-contentful-paint"),
      largestPaint: figure("largest-contentful-paint"),
      blocked: figure("total-blocking-time"),
      layoutShift: figure("cumulative-layout-shift"),
      scripts: items.filter((item) => item.resourceType === "Script").length,
      benchmarkIndex: environment.benchmarkIndex,
    }
  } finally {
    await browser.close()
  }
}
