import { parseArgs } from "node:util"
import { startBridge } from "./bridge.ts"
import { bridgeFiles } from "./folders.ts"
import { openOrigins } from "./gate/origins.ts"
import { newToken } from "./gate/tokens.ts"

/** `npm run bridge`: the bridge alone. An app from another origin pairs with it (BRIDGE-5). */

const USAGE = `npm run bridge -- [--port 4175] [--token T] [--firmware URL] [--latest VERSION] [--tips FLAGS] [--config FOLDER]
npm run bridge -- --origins            lists the paired origins
npm run bridge -- --revoke ORIGIN      takes the right to use the bridge from one`

const PORT = 4_175
const PORT_MAX = 65_535
const EXIT_FAILED = 1
const EXIT_BAD_USE = 2
const TOKEN = /^[A-Za-z0-9._~-]{1,128}$/
/**
 * Control characters and characters that change the direction of text. An origin comes from a page and may not steer a
 * terminal.
 */
const STEERING = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

class BadUse extends Error {}

const say = (line: string): void => console.log(line.replaceAll(STEERING, "\ufffd"))
const lineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? ""

const options = {
  port: { type: "string" },
  token: { type: "string" },
  firmware: { type: "string" },
  latest: { type: "string" },
  tips: { type: "string" },
  config: { type: "string" },
  origins: { type: "boolean" },
  revoke: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

const readFlags = () => {
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new BadUse(lineOf(error))
  }
}
type Flags = ReturnType<typeof readFlags>

const integer = (name: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw new BadUse(`--${name} takes a whole number from 0 to ${most}, not "${text}"`)
  return value
}

const firmwareUrl = (text: string | undefined): string | undefined => {
  if (text !== undefined && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)))
    throw new BadUse(`--firmware takes an http or https address, not "${text}"`)
  return text
}

const listOrigins = (originFile: string): void => {
  const origins = openOrigins(originFile, Date.now, say).list()
  if (origins.length === 0) say("No origin is paired.")
  for (const { origin, tokens, usedAt } of origins)
    say(`${origin}  ${tokens.length} paired, last used ${new Date(usedAt).toISOString()}`)
}

const revoke = (originFile: string, origin: string): void => {
  const outcome = openOrigins(originFile, Date.now, say).revoke(origin)
  if (outcome === "unknown_origin") throw new Error(`${origin} is not paired`)
  if (outcome === "storage_failed") throw new Error(`${origin} may still use the bridge`)
  say(`${origin} may no longer use the bridge.`)
}

/**
 * One Ctrl+C reaches a program below npm twice within this time, ms: from the terminal, and from npm, which forwards
 * it.
 */
const SAME_PRESS_MS = 1_000

/** Resolves on SIGINT or SIGTERM. A second signal, at least a second later, ends the process at once. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.on(signal, () => {
        first ??= performance.now()
        if (performance.now() - first >= SAME_PRESS_MS) process.exit(1)
        resolve()
      })
  })

const serve = async (flags: Flags): Promise<void> => {
  const token = flags.token ?? newToken()
  if (!TOKEN.test(token)) throw new BadUse("--token takes letters, digits and . _ ~ - only, at most 128")
  const port = integer("port", flags.port, PORT_MAX) ?? PORT
  const simulatedTips = integer("tips", flags.tips, 0xffff)
  const provider = firmwareUrl(flags.firmware)
  const ended = untilSignal()
  const bridge = await startBridge({
    ...(flags.config !== undefined && { folder: flags.config }),
    port,
    token,
    ownOrigins: [],
    ...(provider !== undefined && { firmwareUrl: provider }),
    ...(flags.latest !== undefined && { latestVersion: flags.latest }),
    ...(simulatedTips !== undefined && { simulatedTips }),
    say,
  }).catch((error: unknown) => {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE"
    throw new Error(taken ? `cannot listen on port ${port}: it is taken` : lineOf(error))
  })
  const address = `ws://127.0.0.1:${bridge.port}`
  say("")
  say(`  Bridge    ${address}`)
  say("  When an app from another origin asks to be paired, the code is shown here. End with Ctrl+C.")
  say("")
  say(`ready ${JSON.stringify({ bridge: address, token })}`)
  await ended
  await bridge.close()
}

const main = async (): Promise<void> => {
  const flags = readFlags()
  if (flags.help === true) return console.log(USAGE)
  const { originFile } = bridgeFiles(flags.config)
  if (flags.origins === true) listOrigins(originFile)
  else if (flags.revoke !== undefined) revoke(originFile, flags.revoke)
  else {
    await serve(flags)
    // An open socket or timer must not keep a finished process alive.
    process.exit(0)
  }
}

try {
  await main()
} catch (error) {
  console.error(`bridge: ${lineOf(error).replaceAll(STEERING, "\ufffd")}`)
  process.exitCode = error instanceof BadUse ? EXIT_BAD_USE : EXIT_FAILED
}
